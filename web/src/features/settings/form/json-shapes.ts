/** Shapes of JSON options; the server validates the same. */
export type JsonShape =
  'ratios' | 'groupRatios' | 'texts' | 'names' | 'headers' | 'tiers' | 'serviceTiers' | 'tokens' | 'chats';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isRatio: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const tableOf =
  (check: Check): Check =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(check);

/** A list of unique, non-empty names. */
const isNames: Check = (value) =>
  listOf((name) => isText(name) && name !== '')(value) &&
  new Set(Object(value)).size === Object(value).length;

const TIER_RATIOS = new Set(['model_ratio', 'completion_ratio', 'cache_ratio', 'cache_creation_ratio']);

/** Ratios that apply from a number of input tokens on. */
const isTier: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  'min_input_tokens' in value &&
  'model_ratio' in value &&
  Object.entries(value).every(([key, part]) =>
    key === 'min_input_tokens' ? isCount(part) : TIER_RATIOS.has(key) && isRatio(part),
  );

const isChat: Check = (value) => tableOf(isText)(value) && Object.keys(Object(value)).length === 1;

const CHECKS: Record<JsonShape, Check> = {
  ratios: tableOf(isRatio),
  groupRatios: tableOf(tableOf(isRatio)),
  texts: tableOf(isText),
  names: isNames,
  headers: tableOf(tableOf(listOf(isText))),
  tiers: tableOf((value) => listOf(isTier)(value) && Object(value).length <= 20),
  serviceTiers: tableOf(tableOf(isRatio)),
  tokens: tableOf(isCount),
  chats: listOf(isChat),
};

export function fitsShape(shape: JsonShape, value: unknown): boolean {
  return CHECKS[shape](value);
}
