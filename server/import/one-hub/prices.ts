import { builtInPrices } from '../../billing/prices/prices.service.js';
import { record } from '../../dialects/json/lenient.js';
import type { ModelPrice } from '../price-report.js';
import type { Note } from '../rules.js';
import { decimal, json, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { mappingOf } from './channel-rows.js';

/** Quota units of a model without a price, for a token of input or output. */
const DEFAULT_RATIO = 30;
/** USD per call at which a price of calls is 1: it is charged as 1000 tokens. */
const USD_PER_CALL = 0.002;
/** Digits beyond these are those of divisions. */
const DIGITS = 12;
const ANTHROPIC = 14;

/** Relations to the price of input that one-hub has built in, by the kind of tokens; those of other kinds are 1. */
const CACHED = { key: 'cached_tokens', ratio: 1 };
const CACHED_CLAUDE = { key: 'cached_read_tokens', ratio: 0.1 };
const CACHE_WRITES = 'cached_write_tokens';
const READ: ReadonlySet<string> = new Set([CACHED.key, CACHED_CLAUDE.key, CACHE_WRITES]);

/** What an installation charges. */
export interface OneHubPrices {
  /** Of each model that its channels serve. */
  readonly served: ReadonlyMap<string, ModelPrice>;
  readonly options: readonly SourceRow[];
  readonly notes: readonly Note[];
}

interface PricedModel {
  readonly price: ModelPrice;
  /** Price of writes to the cache, relative to input; undefined: the one that is built in. */
  readonly cacheWrites: number | undefined;
}

/** @param rows of the table `prices` @param channels those that are not deleted */
export function oneHubPrices(rows: readonly SourceRow[], channels: readonly SourceRow[]): OneHubPrices {
  const notes: Note[] = [];
  const priced = new Map<string, PricedModel>();
  for (const row of rows) {
    const found = priceOf(row, notes);
    if (found) priced.set(trimmed(row, 'model'), found);
  }
  const prefixes = [...priced.keys()]
    .filter((name) => name.endsWith('*'))
    .toSorted((one, other) => other.length - one.length);
  /** By its name, else by the longest beginning. */
  const lookUp = (model: string): PricedModel | undefined =>
    priced.get(model) ??
    priced.get(prefixes.find((prefix) => model.startsWith(prefix.replace(/\*+$/, ''))) ?? '');
  const charged = chargedModels(channels, notes);
  for (const [model, name] of charged) {
    const found = lookUp(name);
    if (found) priced.set(model, found);
  }
  for (const prefix of prefixes) priced.delete(prefix);
  const unset: ModelPrice = { model: DEFAULT_RATIO, completion: 1, cache: 1 };
  const served = new Map([...charged.keys()].map((model) => [model, priced.get(model)?.price ?? unset]));
  return { served, options: priceOptions(priced), notes };
}

/** Models that channels serve, with the name by which each is charged. */
function chargedModels(channels: readonly SourceRow[], notes: Note[]): Map<string, string> {
  const charged = new Map<string, string>();
  for (const row of channels) {
    const mapping = new Map(mappingOf(row).map(({ alias, charged: name }) => [alias, name]));
    const models = trimmed(row, 'models').split(',');
    for (const model of models.map((one) => one.trim()).filter((one) => one !== '')) {
      const name = mapping.get(model) ?? model;
      const before = charged.get(model);
      if (before === undefined) charged.set(model, name);
      else if (before !== name)
        notes.push({ table: 'channels', id: model, code: 'prices_differ', detail: `${before}, ${name}` });
    }
  }
  return charged;
}

function priceOf(row: SourceRow, notes: Note[]): PricedModel | undefined {
  const model = trimmed(row, 'model');
  const note = (detail: string) => notes.push({ table: 'prices', id: model, code: 'price_other', detail });
  const [input, output] = [Math.max(decimal(row, 'input'), 0), Math.max(decimal(row, 'output'), 0)];
  if (trimmed(row, 'type') === 'times')
    return { price: { perCall: exact(input * USD_PER_CALL) }, cacheWrites: undefined };
  const extra = record(json(row, 'extra_ratios'));
  const others = Object.keys(extra).filter((key) => !READ.has(key) && extra[key] !== 1);
  if (others.length > 0) note(others.join(', '));
  if (input === 0 && output > 0) {
    note('output without input');
    return undefined;
  }
  const isClaude = trimmed(row, 'channel_type') === String(ANTHROPIC) || model.startsWith('claude');
  const cached = isClaude ? CACHED_CLAUDE : CACHED;
  const ratio = (key: string) => (typeof extra[key] === 'number' ? extra[key] : undefined);
  return {
    price: {
      model: input,
      completion: input === 0 ? 1 : exact(output / input),
      cache: ratio(cached.key) ?? cached.ratio,
    },
    cacheWrites: isClaude ? ratio(CACHE_WRITES) : undefined,
  };
}

/** Options by which models cost what one-hub charges; others have the prices of here. */
function priceOptions(priced: ReadonlyMap<string, PricedModel>): SourceRow[] {
  const byToken = [...priced].flatMap(([model, { price, cacheWrites }]) =>
    'perCall' in price ? [] : [{ model, cacheWrites, price }],
  );
  const byCall = [...priced].flatMap(([model, { price }]) =>
    'perCall' in price ? [[model, price.perCall] as const] : [],
  );
  const isByToken = new Set(byToken.map(({ model }) => model));
  // A price of calls would take precedence.
  const calls = Object.entries(builtInPrices.ModelPrice).filter(([model]) => !isByToken.has(model));
  const part = (name: 'model' | 'completion' | 'cache') =>
    Object.fromEntries(byToken.map(({ model, price }) => [model, price[name]]));
  const writes = byToken.flatMap(({ model, cacheWrites }) =>
    cacheWrites === undefined ? [] : [[model, cacheWrites] as const],
  );
  return [
    option('ModelRatio', { ...builtInPrices.ModelRatio, ...part('model') }),
    option('CompletionRatio', { ...builtInPrices.CompletionRatio, ...part('completion') }),
    option('CacheRatio', { ...builtInPrices.CacheRatio, ...part('cache') }),
    option('CreateCacheRatio', { ...builtInPrices.CreateCacheRatio, ...Object.fromEntries(writes) }),
    option('ModelPrice', Object.fromEntries([...calls, ...byCall])),
  ];
}

export function option(key: string, value: object): SourceRow {
  return { key, value: JSON.stringify(value) };
}

function exact(ratio: number): number {
  return Number(ratio.toPrecision(DIGITS));
}
