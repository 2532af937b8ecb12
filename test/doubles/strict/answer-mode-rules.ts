import type { Json } from './violations.js';

/**
 * The modes in which providers answer, written by hand from their documentation. The names of the models are not those of
 * the gateway's own tables: a wrong table must make a test fail.
 */

/** DashScope: https://help.aliyun.com/zh/model-studio/error-code and /deep-thinking */
export function aliModeViolations({ model, stream, enable_thinking: thinking }: Json): string[] {
  if (stream === true || typeof model !== 'string') return [];
  if (ALI_STREAMS.some((name) => model.startsWith(name)) || /-thinking|-omni-/.test(`${model}-`))
    return ['This model only support stream mode, please enable the stream parameter to access the model. '];
  const thinks = thinking ?? OPEN_HYBRIDS.some((name) => model === name);
  return thinks === true ? ['parameter.enable_thinking must be set to false for non-streaming calls'] : [];
}

const ALI_STREAMS = ['qwq', 'qvq'];
const OPEN_HYBRIDS = [
  'qwen3-235b-a22b',
  'qwen3-30b-a3b',
  'qwen3-32b',
  'qwen3-14b',
  'qwen3-8b',
  'qwen3-4b',
  'qwen3-1.7b',
  'qwen3-0.6b',
];

/** https://docs.fireworks.ai/api-reference/post-chatcompletions */
export function fireworksModeViolations({ stream, ...body }: Json): string[] {
  const limit = Number(body.max_tokens ?? body.max_completion_tokens ?? 0);
  return limit > 4096 && stream !== true ? ['Requests with max_tokens > 4096 must have stream=true'] : [];
}

/** https://platform.openai.com/docs/models/o1-pro */
export function responsesModeViolations({ model, stream }: Json): string[] {
  if (stream !== true || !String(model).startsWith('o1-pro')) return [];
  return ["Unsupported value: 'stream' does not support true with this model. Supported values are: false."];
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html */
const NO_STREAMED_TOOLS =
  /(?:^|[./])(?:meta\.llama|mistral\.mistral-(?:large|small)-24|mistral\.pixtral|writer\.palmyra)/;

/** @param action of the path: `converse` or `converse-stream` */
export function converseModeViolations(body: Json, model: string, action: string): string[] {
  const isRefused =
    action === 'converse-stream' && body.toolConfig !== undefined && NO_STREAMED_TOOLS.test(model);
  return isRefused ? ["This model doesn't support tool use in streaming mode."] : [];
}
