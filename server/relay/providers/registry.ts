import { anthropic } from './anthropic/index.js';
import { gemini } from './gemini/index.js';
import { openai, openaiShaped } from './openai/index.js';
import type { Provider } from './provider.js';

/** Channel types whose dialect is not OpenAI's; those without a provider here cannot serve chat routes yet. */
const dialects: ReadonlyMap<number, Provider | undefined> = new Map<number, Provider | undefined>([
  [1, openai],
  [14, anthropic],
  [24, gemini],
  ...[2, 3, 4, 5, 11, 15, 16, 17, 18, 21, 23, 26, 27, 33, 34, 35, 36, 37, 38, 39, 41, 42, 44, 45, 46, 48].map(
    (type): [number, undefined] => [type, undefined],
  ),
  ...[49, 50, 51, 52, 54, 55, 56, 57].map((type): [number, undefined] => [type, undefined]),
]);

/** The provider of a channel type (spec/providers.md 1); numbers nobody defined speak OpenAI chat. */
export function providerFor(type: number): Provider | undefined {
  return dialects.has(type) ? dialects.get(type) : openaiShaped;
}

/** Can channels of this type be spoken with over a WebSocket? */
export function servesRealtime(type: number): boolean {
  return providerFor(type)?.realtime !== undefined;
}
