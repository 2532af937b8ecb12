import { makersName } from '../../../contract/model-name.js';

/**
 * Maximum output tokens (reasoning included) per response, by the beginning of the model name; the first match wins.
 * From the providers' model pages:
 * https://platform.openai.com/docs/models, https://docs.anthropic.com/en/docs/about-claude/models/overview,
 * https://ai.google.dev/gemini-api/docs/models, https://api-docs.deepseek.com/quick_start/pricing
 */
const LIMITS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^gpt-3\.5/, 4096],
  [/^gpt-4-(turbo|1106|0125|vision)/, 4096],
  [/^gpt-4\.1/, 32_768],
  [/^gpt-4\.5/, 16_384],
  [/^(gpt-4o|chatgpt-4o|gpt-audio|gpt-realtime)/, 16_384],
  [/^gpt-4/, 8192],
  [/^gpt-5(\.\d+)?-chat/, 16_384],
  [/^(gpt-[5-9]|codex)/, 128_000],
  [/^o1-preview/, 32_768],
  [/^o1-mini/, 65_536],
  [/^o\d/, 100_000],
  [/^claude-(2|instant|3-(opus|sonnet|haiku))/, 4096],
  [/^claude-3-5/, 8192],
  [/^claude-opus-4(-1|-2\d{7})?($|@|-2)/, 32_000],
  [/^claude-(3|haiku|(opus|sonnet)-4($|@|-[0-5]($|\D)|-\d{8}))/, 64_000],
  [/^claude/, 128_000],
  [/^gemini-(1|2\.0)/, 8192],
  [/^gemini/, 65_536],
  [/^deepseek-(reasoner|r1)/, 65_536],
  [/^deepseek/, 8192],
];

/** Limit of models without a known one. */
const DEFAULT_LIMIT = 16_384;

/** Maximum output tokens of one response, as far as known. Names may have a provider prefix (`openai/gpt-4o`). */
export function outputLimit(model: string): number {
  const name = makersName(model);
  return LIMITS.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_LIMIT;
}
