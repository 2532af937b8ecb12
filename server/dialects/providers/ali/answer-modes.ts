import type { OneMode, ReadMember } from '../../kit/openai/chat-request/answer-modes.js';

/** Models that only think, and models that may speak. */
const STREAM_ONLY = /^(?:qwq|qvq)(?:-|$)|^qwen.*-thinking(?:-|$)|^qwen[^/]*-omni(?:-|$)/;
/** Models whose thinking can be switched; GLM: https://www.alibabacloud.com/help/en/model-studio/glm */
export const HYBRID =
  /^qwen3(?!.*(?:thinking|instruct|coder))|^qwen-(?:plus|flash|turbo)|^deepseek-v(?:3\.[1-9]|[4-9])|^glm-(?:4\.[5-9]|5)/;
/** Hybrid models that think unless the request switches it off: the open ones, which are named by their size. */
const THINKS_BY_DEFAULT = /^qwen3-\d+(?:\.\d+)?b/;

/**
 * DashScope's models that think, and those that may speak, answer in streams only. Hybrid models do so while they think:
 * "parameter.enable_thinking must be set to false for non-streaming calls". A client that wants a whole response therefore
 * gets an answer without thinking, unless it requested thinking; then the stream is collected.
 */
export const aliModes: readonly OneMode[] = [
  {
    mode: 'streamed',
    models: STREAM_ONLY,
    // "This model only support stream mode, please enable the stream parameter to access the model."
    source: 'https://help.aliyun.com/zh/model-studio/error-code',
  },
  {
    mode: 'streamed',
    models: HYBRID,
    applies: requestsThinking,
    source: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
  },
];

/** Switches the thinking off that is on by default and that whole responses do not support; see `aliModes`. */
export function wholeWithoutThinking(value: ReadMember, model: string): Record<string, unknown> {
  if (!THINKS_BY_DEFAULT.test(model) || !HYBRID.test(model)) return {};
  const isSet = value('stream') === true || typeof value('enable_thinking') === 'boolean';
  return isSet || requestsThinking(value) ? {} : { enable_thinking: false };
}

/** By DashScope's own members, or by the effort of OpenAI's clients. */
function requestsThinking(value: ReadMember): boolean {
  const enabled = value('enable_thinking');
  if (typeof enabled === 'boolean') return enabled;
  if (Number(value('thinking_budget')) > 0) return true;
  const effort = value('reasoning_effort');
  return typeof effort === 'string' && effort !== 'none';
}
