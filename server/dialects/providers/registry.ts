import { anthropic } from './anthropic/index.js';
import { gemini } from './gemini/index.js';
import { custom, openai, openaiShaped } from './openai/index.js';
import { ali } from './ali.js';
import { azure } from './azure.js';
import { baiduV2 } from './baidu-v2.js';
import { deepseek } from './deepseek.js';
import { fastgpt } from './fastgpt.js';
import { jina } from './jina.js';
import { minimax } from './minimax.js';
import { mistral } from './mistral.js';
import { moka } from './moka.js';
import { moonshot } from './moonshot.js';
import { ollama } from './ollama.js';
import { openrouter } from './openrouter.js';
import { perplexity } from './perplexity.js';
import { siliconflow } from './siliconflow.js';
import { volcengine } from './volcengine.js';
import { xai } from './xai.js';
import { xinference } from './xinference.js';
import { zhipuV4 } from './zhipu-v4.js';
import { lingyiwanwu, zhinao } from './plain-providers.js';
import { alsoForGoogle } from './embeddings-for-google.js';
import type { Provider } from './provider.js';

/**
 * Provider by channel type. Types mapped to undefined have their own format and no provider yet; types that are not listed
 * use OpenAI's format.
 */
const dialects: ReadonlyMap<number, Provider | undefined> = new Map<number, Provider | undefined>([
  [1, openai],
  [3, azure],
  [4, ollama],
  [8, custom],
  [14, anthropic],
  [17, ali],
  [19, zhinao],
  [20, openrouter],
  [22, fastgpt],
  [24, gemini],
  [25, moonshot],
  [26, zhipuV4],
  [27, perplexity],
  [31, lingyiwanwu],
  [35, minimax],
  [38, jina],
  [40, siliconflow],
  [42, mistral],
  [43, deepseek],
  [44, moka],
  [45, volcengine],
  [46, baiduV2],
  [47, xinference],
  [48, xai],
  ...[2, 5, 11, 15, 16, 18, 21, 23, 33, 34, 36, 37, 39, 41].map((type): [number, undefined] => [
    type,
    undefined,
  ]),
  ...[49, 50, 51, 52, 54, 55, 56, 57].map((type): [number, undefined] => [type, undefined]),
]);

/** Adds Google's embedding operations to every provider that supports embeddings. */
const whole: ReadonlyMap<number, Provider | undefined> = new Map(
  [...dialects].map(([type, provider]) => [type, provider && alsoForGoogle(provider)]),
);
const others = alsoForGoogle(openaiShaped);

/** The provider of a channel type; undefined if the type has none yet. Unknown types use OpenAI's chat format. */
export function providerFor(type: number): Provider | undefined {
  return whole.has(type) ? whole.get(type) : others;
}

/** Whether channels of this type support realtime sessions over WebSocket. */
export function servesRealtime(type: number): boolean {
  return providerFor(type)?.realtime !== undefined;
}
