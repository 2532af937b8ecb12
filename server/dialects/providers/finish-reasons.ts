import { table } from '../../core/table.js';
import type { FinishClass, FinishReasons } from '../canonical/finish.js';

/** https://platform.openai.com/docs/api-reference/completions/object */
export const OPENAI_COMPLETION_REASONS = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
} as const satisfies FinishReasons;

/** https://platform.openai.com/docs/api-reference/chat/object */
export const OPENAI_FINISH_REASONS = {
  ...OPENAI_COMPLETION_REASONS,
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
} as const satisfies FinishReasons;

/** Reasons of an `incomplete` response: https://platform.openai.com/docs/api-reference/responses/object */
const RESPONSES_INCOMPLETE_REASONS = {
  max_output_tokens: 'length',
  content_filter: 'content-filter',
} as const satisfies FinishReasons;

/** Statuses of a response: https://platform.openai.com/docs/api-reference/responses/object */
export const RESPONSES_STATUSES = {
  completed: 'stop',
  incomplete: 'length',
  failed: 'broken',
  cancelled: 'broken',
  // Work that goes on without the connection, which the gateway does not request.
  queued: 'broken',
  in_progress: 'broken',
} as const satisfies FinishReasons;

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
export const ANTHROPIC_FINISH_REASONS = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
  // The turn ends here, and the client's next request continues it.
  pause_turn: 'stop',
  compaction: 'stop',
} as const satisfies FinishReasons;

/** https://ai.google.dev/api/generate-content#FinishReason and the same enumeration of Vertex AI */
export const GEMINI_FINISH_REASONS = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  OTHER: 'broken',
  MALFORMED_FUNCTION_CALL: 'broken',
  UNEXPECTED_TOOL_CALL: 'broken',
  TOO_MANY_TOOL_CALLS: 'broken',
  MISSING_THOUGHT_SIGNATURE: 'broken',
  MALFORMED_RESPONSE: 'broken',
  NO_IMAGE: 'broken',
  IMAGE_OTHER: 'broken',
} as const satisfies FinishReasons;

/** `stopReason` of https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
const BEDROCK_FINISH_REASONS = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
  malformed_tool_use: 'broken',
  malformed_model_output: 'broken',
} as const satisfies FinishReasons;

/** https://docs.cohere.com/reference/chat#response.body.finish_reason; those from ERROR_LIMIT on are of version 1 */
const COHERE_FINISH_REASONS = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  TOOL_CALL: 'tool-calls',
  MAX_TOKENS: 'length',
  ERROR: 'broken',
  TIMEOUT: 'broken',
  ERROR_LIMIT: 'length',
  ERROR_TOXIC: 'content-filter',
  USER_CANCEL: 'broken',
} as const satisfies FinishReasons;

/** https://api-docs.deepseek.com/api/create-chat-completion: it ran out of capacity during the response. */
const DEEPSEEK_FINISH_REASONS = {
  ...OPENAI_FINISH_REASONS,
  insufficient_system_resource: 'broken',
} as const satisfies FinishReasons;

/** https://docs.bigmodel.cn/api-reference and https://docs.z.ai/api-reference/llm/chat-completion */
const ZHIPU_FINISH_REASONS = {
  ...OPENAI_FINISH_REASONS,
  sensitive: 'content-filter',
  model_context_window_exceeded: 'length',
  network_error: 'broken',
} as const satisfies FinishReasons;

/** https://docs.mistral.ai/api/endpoint/chat */
const MISTRAL_FINISH_REASONS = {
  stop: 'stop',
  length: 'length',
  model_length: 'length',
  tool_calls: 'tool-calls',
  error: 'broken',
} as const satisfies FinishReasons;

/** https://cloud.tencent.com/document/api/1729/105701 */
const TENCENT_FINISH_REASONS = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  sensitive: 'content-filter',
} as const satisfies FinishReasons;

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t, of the older API and of v2 */
const BAIDU_FINISH_REASONS = {
  ...OPENAI_FINISH_REASONS,
  normal: 'stop',
} as const satisfies FinishReasons;

/** https://openrouter.ai/docs/api-reference/overview#finish-reason */
const OPENROUTER_FINISH_REASONS = {
  ...OPENAI_FINISH_REASONS,
  error: 'broken',
} as const satisfies FinishReasons;

/** https://docs.together.ai/reference/chat-completions, and the same value at SiliconFlow */
const TOGETHER_FINISH_REASONS = {
  ...OPENAI_FINISH_REASONS,
  eos: 'stop',
} as const satisfies FinishReasons;

/** https://cloud.ibm.com/apidocs/watsonx-ai#text-chat */
const WATSONX_FINISH_REASONS = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  time_limit: 'length',
  cancelled: 'broken',
  error: 'broken',
} as const satisfies FinishReasons;

/** https://huggingface.github.io/text-generation-inference */
const TGI_FINISH_REASONS = {
  ...OPENAI_FINISH_REASONS,
  eos_token: 'stop',
  stop_sequence: 'stop',
} as const satisfies FinishReasons;

/** https://docs.vllm.ai/en/latest/api/vllm/v1/engine, and `abort` of SGLang (https://docs.sglang.ai) */
const VLLM_FINISH_REASONS = {
  ...OPENAI_FINISH_REASONS,
  repetition: 'length',
  abort: 'broken',
  error: 'broken',
} as const satisfies FinishReasons;

/** Values that other gateways and local servers send although the API that they offer does not have them. */
const RELAY_FINISH_REASONS = {
  // Gateways to Gemini, for tool calls.
  FUNCTION_CALL: 'tool-calls',
  // Local servers with OpenAI's API (https://github.com/earendil-works/pi/issues/2142).
  end: 'stop',
  // `stop_type` of llama.cpp's own API (https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md).
  word: 'stop',
  limit: 'length',
} as const satisfies FinishReasons;

/**
 * All tables. Every reader uses all of them, because the upstream is often another gateway, which passes on the values of the
 * API behind it. No value has different classes in two tables (`finish-reasons.spec.ts`).
 */
export const DOCUMENTED_FINISH_REASONS: Readonly<Record<string, FinishReasons>> = {
  openai: OPENAI_FINISH_REASONS,
  'openai-responses': RESPONSES_INCOMPLETE_REASONS,
  anthropic: ANTHROPIC_FINISH_REASONS,
  gemini: GEMINI_FINISH_REASONS,
  bedrock: BEDROCK_FINISH_REASONS,
  cohere: COHERE_FINISH_REASONS,
  deepseek: DEEPSEEK_FINISH_REASONS,
  zhipu: ZHIPU_FINISH_REASONS,
  mistral: MISTRAL_FINISH_REASONS,
  tencent: TENCENT_FINISH_REASONS,
  baidu: BAIDU_FINISH_REASONS,
  openrouter: OPENROUTER_FINISH_REASONS,
  together: TOGETHER_FINISH_REASONS,
  watsonx: WATSONX_FINISH_REASONS,
  tgi: TGI_FINISH_REASONS,
  vllm: VLLM_FINISH_REASONS,
  relay: RELAY_FINISH_REASONS,
};

const CLASSES = table<FinishClass>(
  Object.assign({}, ...Object.values(DOCUMENTED_FINISH_REASONS)) as FinishReasons,
);

/** Gemini's OpenAI-compatible API appends its own reason to OpenAI's: `content_filter: RECITATION`. */
const DETAIL = ': ';

/**
 * The class of a provider's finish reason. A value that no provider documents is `broken`: the response may be incomplete and
 * must not be reported as complete. Without a value the response ended normally, because something else marked its end.
 */
export function finishClass(raw: string): FinishClass {
  if (raw === '') return 'stop';
  const [reason = ''] = raw.split(DETAIL, 1);
  return CLASSES[raw] ?? CLASSES[reason] ?? 'broken';
}
