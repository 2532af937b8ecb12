import { table } from '../../kit/table.js';
import { modelNames } from '../../kit/define-provider.js';

/** Suggested for new channels (https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Nlks5zkzu). */
export const models = modelNames(`
  ERNIE-4.0-8K ERNIE-4.0-8K-Latest ERNIE-4.0-Turbo-8K ERNIE-4.0-Turbo-8K-Latest ERNIE-4.0-Turbo-128K
  ERNIE-3.5-8K ERNIE-3.5-128K ERNIE-Speed-8K ERNIE-Speed-128K ERNIE-Speed-Pro-128K ERNIE-Lite-8K
  ERNIE-Lite-Pro-128K ERNIE-Tiny-8K Embedding-V1 bge-large-zh bge-large-en tao-8k`);

/** Last part of the address by model; all others have their name in lower case. */
const current = {
  'ERNIE-4.0': 'completions_pro',
  'ERNIE-4.0-8K': 'completions_pro',
  'ERNIE-3.5-8K': 'completions',
  'ERNIE-Speed': 'ernie_speed',
  'ERNIE-Speed-8K': 'ernie_speed',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
};
/** Models that Baidu has retired. Imported channels may have them, and Baidu answers with an error; not suggested. */
const retired = {
  'ERNIE-Bot-4': 'completions_pro',
  'ERNIE-Bot': 'completions',
  'ERNIE-Bot-turbo': 'eb-instant',
  'ERNIE-Bot-8K': 'ernie_bot_8k',
  'ERNIE-Lite-8K-0922': 'eb-instant',
  'ERNIE-Lite-8K-0308': 'ernie-lite-8k',
  'ERNIE-3.5-8K-0205': 'ernie-3.5-8k-0205',
  'ERNIE-3.5-8K-1222': 'ernie-3.5-8k-1222',
  'ERNIE-3.5-4K-0205': 'ernie-3.5-4k-0205',
  'BLOOMZ-7B': 'bloomz_7b1',
};
const suffixes = table<string>({ ...current, ...retired });

const EMBEDS = /^(?:embedding|bge-large|tao-8k)/i;

/** Path of a model below the base URL. */
export function pathOf(model: string): string {
  const family = EMBEDS.test(model) ? 'embeddings' : 'chat';
  const suffix = suffixes[model] ?? encodeURIComponent(model.toLowerCase());
  return `/rpc/2.0/ai_custom/v1/wenxinworkshop/${family}/${suffix}`;
}

/** Most output tokens that a request may ask for. */
export function maxOutputOf(model: string): number {
  return /128k/i.test(model) ? 4096 : 2048;
}
