import { calcPrice } from '@pydantic/genai-prices';
import { LRUCache } from 'lru-cache';
import { makersName } from '../../../contract/model-name.js';

/**
 * Tokens that a model accepts in one request, by the beginning of its name; the first match wins. Only models that the public
 * list does not have, or has with a smaller window than their provider documents:
 * https://platform.openai.com/docs/models, https://docs.anthropic.com/en/docs/about-claude/models/overview,
 * https://ai.google.dev/gemini-api/docs/models, https://api-docs.deepseek.com/quick_start/pricing
 */
const WINDOWS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^gpt-3\.5/, 16_385],
  [/^gpt-4-(turbo|1106|0125|vision)/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4($|-\d)/, 8192],
  [/^gpt-4\.1/, 1_047_576],
  [/^(gpt-4|chatgpt-4o|gpt-audio|gpt-realtime)/, 128_000],
  [/^gpt-5(\.\d+)?-chat/, 128_000],
  [/^gpt-(5\.[4-9]|[6-9])/, 1_050_000],
  [/^(gpt-5|codex)/, 400_000],
  [/^o\d/, 200_000],
  [/^claude-(2|instant|3|haiku|(opus|sonnet)-4($|@|-[0-5]($|\D)|-\d{8}))/, 200_000],
  [/^claude/, 1_000_000],
  [/^gemini-1\.5-pro/, 2_097_152],
  [/^gemini/, 1_048_576],
  [/^deepseek/, 131_072],
  [/^qwen.*(long|turbo|flash|plus)/, 1_000_000],
  [/^(qwen|glm|kimi|moonshot)/, 262_144],
  [/^grok/, 256_000],
];
/** Of models that neither list has. */
const DEFAULT_WINDOW = 200_000;

/**
 * Of Claude models with this value in the client's `anthropic-beta`:
 * https://docs.anthropic.com/en/docs/build-with-claude/context-windows#1m-token-context-window
 */
const LONG_CONTEXT = 'context-1m';
const LONG_WINDOW = 1_000_000;

/** Names come from clients, so the cache is bounded. */
const windows = new LRUCache<string, number>({ max: 2000 });

/**
 * Most tokens of one request to a model: its context window, as far as known.
 * @param beta features that the client enabled with the header `anthropic-beta`
 */
export function contextWindow(model: string, beta: string | string[] | undefined): number {
  let tokens = windows.get(model);
  if (tokens === undefined) {
    tokens = ordinaryWindow(model);
    windows.set(model, tokens);
  }
  return beta?.includes(LONG_CONTEXT) ? Math.max(tokens, LONG_WINDOW) : tokens;
}

/**
 * The window without beta features, in tokens, computed anew. The larger of the public list's number and the table's, because
 * content by reference is held by it. Names may have a provider prefix (`openai/gpt-4o`).
 */
export function ordinaryWindow(model: string): number {
  return knownWindow(model) ?? DEFAULT_WINDOW;
}

/** As `ordinaryWindow`; undefined for models that neither list has. */
export function knownWindow(model: string): number | undefined {
  const name = makersName(model);
  const listed = calcPrice({ input_tokens: 1 }, name)?.model.context_window;
  const ours = WINDOWS.find(([pattern]) => pattern.test(name))?.[1];
  return Math.max(listed ?? 0, ours ?? 0) || undefined;
}
