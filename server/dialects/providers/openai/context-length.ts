/** OpenAI's code of a prompt beyond the model's context, which compatible providers use too. */
const TOO_LONG_CODE = 'context_length_exceeded';

/** Codes and types of providers with words of their own. */
const CODES: ReadonlySet<string> = new Set([
  TOO_LONG_CODE,
  // https://docs.bigmodel.cn/cn/api/api-code, https://docs.z.ai/api-reference/api-code
  '1261',
  // https://github.com/ggml-org/llama.cpp/tree/master/tools/server
  'exceed_context_size_error',
  // https://cloud.baidu.com/doc/qianfan/s/em4tqskcn
  'tokens_too_long',
]);

/** Messages of providers that send no code, or one for all bad requests. */
const MESSAGES: readonly RegExp[] = [
  // OpenAI, vLLM, OpenRouter, Mistral, DeepSeek, MiniMax
  /maximum context length|context (?:length|window|limit)|available context size/i,
  // Anthropic and gateways to it: https://docs.claude.com/en/api/errors
  /prompt is too long/i,
  // Google behind compatible APIs: https://ai.google.dev/gemini-api/docs/troubleshooting
  /input token count.*exceeds/i,
  // Zhipu, z.ai
  /prompt 超长|prompt exceeds max length/i,
  // Moonshot: https://platform.moonshot.ai/docs/api/chat#error-information
  /exceeded model token limit/i,
  // Qwen: https://www.alibabacloud.com/help/en/model-studio/error-code
  /range of input length should be/i,
  // Ark: https://www.volcengine.com/docs/82379/1299023
  /exceed max message tokens|input length \d+ exceeds the maximum length/i,
  // Groq: https://console.groq.com/docs/errors
  /reduce the length of the messages/i,
  // Together, Text Generation Inference
  /inputs` (?:tokens|must have less than)/i,
  // SiliconFlow
  /max_seq_len/i,
  // Baidu
  /(?:prompt|input) tokens? too long|the max input (?:characters|tokens|length)/i,
  // xAI: https://docs.x.ai/docs/key-information/debugging
  /maximum prompt length/i,
];

/** Statuses of such refusals: malformed, too large, unprocessable. */
const STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** Whether an error says that the conversation exceeds the model's context window. */
export function isTooLong(
  status: number,
  { code, kind, message }: { code: string; kind: string; message: string },
  words: RegExp | undefined,
): boolean {
  if (CODES.has(code) || CODES.has(kind)) return true;
  if (!STATUSES.has(status)) return false;
  return words ? words.test(message) : MESSAGES.some((pattern) => pattern.test(message));
}
