import { LRUCache } from 'lru-cache';
import { ApiError } from '../../contract/errors/api-error.js';
import type { JsonValues, Tier } from '../../contract/options/json-shapes.js';
import type { ListedPart } from '../../contract/resources/logs/log-terms.js';
import { maxEntries } from '../../core/cache-limit.js';
import { namedCacheRatios, type CacheRatios } from './defaults/cache-ratios.js';
import { completionRule } from './defaults/completion-rules.js';
import { overlayPrice, type OverlayPrice } from './defaults/genai-overlay.js';
import { mediaRatios, type MediaRatios } from './defaults/media-ratios.js';
import { defaultDrawingPrice } from './defaults/drawing-prices.js';
import { normalizeModelName } from './model-name.js';
import { priceByCall, priceByToken, type Price, type TokenPrice } from './price.js';
import { serviceTierRatios } from './defaults/service-tiers.js';
import { taskFactors } from './task-factors.js';
import type { ToolPriceTable } from './defaults/tool-prices.js';

/** Ratios by model or group; finite numbers >= 0. */
export type RatioTable = Readonly<Record<string, number>>;

/** Price tables set by operators, parsed from the options. */
export interface PriceTables {
  readonly modelRatio: RatioTable;
  /** USD per call. */
  readonly modelPrice: RatioTable;
  readonly completionRatio: RatioTable;
  readonly cacheRatio: RatioTable;
  readonly cacheCreationRatio: RatioTable;
  readonly groupRatio: RatioTable;
  /** By the user's own group, then by the group used: replaces the ratio of the group used. */
  readonly groupGroupRatio?: Readonly<Record<string, RatioTable>>;
  /** Audio and image ratios relative to text. Missing entries are derived from the model's name. */
  readonly audioRatio?: RatioTable;
  readonly audioCompletionRatio?: RatioTable;
  readonly audioCacheRatio?: RatioTable;
  readonly imageRatio?: RatioTable;
  readonly imageCompletionRatio?: RatioTable;
  readonly toolPrices?: ToolPriceTable;
  /** Price tiers by minimum number of input tokens, by model. */
  readonly tiers?: JsonValues['tiers'];
  /** Price factors of the providers' service tiers, by model. */
  readonly serviceTiers?: JsonValues['serviceTiers'];
  /** Quota units per USD. */
  readonly quotaPerUnit: number;
  /** PublicPriceListEnabled: prices that no operator set are those of the public list. Absent: true. */
  readonly publicList?: boolean;
}

export interface Buyer {
  /** SelfUseModeEnabled: models without a price are served at UNSET_RATIO. */
  readonly selfUse: boolean;
  /** The user accepts UNSET_RATIO (accept_unset_model_ratio_model). */
  readonly acceptUnset: boolean;
  /** Selects the error message for models without a price: administrators can set one themselves. */
  readonly admin?: boolean;
  /** The user's own group, which may have special ratios in the group used. */
  readonly group?: string;
}

export interface PriceBook {
  /**
   * @param usingGroup undefined: at group ratio 1, for price lists
   * @throws ApiError model_price_unset, model_price_unset_admin, group_retired
   */
  price(requestedModel: string, usingGroup: string | undefined, buyer: Buyer): Price;
  /** True if operators set a price under this name. */
  sets(name: string): boolean;
}

const UNSET_RATIO = 37.5;
const UNSET_CREATION_RATIO = 1.25;
const ONE_HOUR_OVER_FIVE_MINUTES = 1.6;

// Model names come from clients, so the cache is bounded. Entries expire because prices of the public list change by
// date.
const REMEMBERED_PRICES = 5000;
const REMEMBERED_MS = 10 * 60 * 1000;

/** Compiles the tables. */
export function compilePriceBook(tables: PriceTables): PriceBook {
  const prices = new LRUCache<string, Price>({
    ...maxEntries(REMEMBERED_PRICES),
    ttl: REMEMBERED_MS,
    ttlResolution: 1000,
  });
  return {
    price(requestedModel, usingGroup, buyer) {
      const special = specialRatio(tables, buyer.group, usingGroup);
      // No group name is empty and no number is empty or contains a line break, so a model name cannot produce the key of
      // another entry.
      const key =
        special === undefined
          ? `${usingGroup ?? '\n'}\n${requestedModel}`
          : `\n${special}\n${requestedModel}`;
      let price = prices.get(key);
      if (!price) {
        const group =
          special === undefined
            ? { groupRatio: groupRatio(tables, usingGroup) }
            : { groupRatio: special, userGroupRatio: special };
        price = lookUp(tables, normalizeModelName(requestedModel), group);
        prices.set(key, price);
      }
      if (price.source === 'unset' && !buyer.selfUse && !buyer.acceptUnset)
        throw new ApiError(buyer.admin ? 'model_price_unset_admin' : 'model_price_unset', {
          model: requestedModel,
        });
      return price;
    },
    sets: (name) => Object.hasOwn(tables.modelPrice, name) || Object.hasOwn(tables.modelRatio, name),
  };
}

/** @throws ApiError group_retired for a group that has no ratio */
function groupRatio(tables: PriceTables, group: string | undefined): number {
  if (group === undefined) return 1;
  const ratio = own(tables.groupRatio, group);
  if (ratio === undefined) throw new ApiError('group_retired', { group });
  return ratio;
}

/** Special ratio of the user's own group in the group used; undefined = the normal ratio applies. */
function specialRatio(
  { groupGroupRatio }: PriceTables,
  buyersGroup: string | undefined,
  usingGroup: string | undefined,
): number | undefined {
  if (!groupGroupRatio || buyersGroup === undefined || usingGroup === undefined) return undefined;
  const ratios = own(groupGroupRatio, buyersGroup);
  return ratios && own(ratios, usingGroup);
}

type GroupTerms = Pick<Price, 'groupRatio' | 'userGroupRatio'>;

function lookUp(tables: PriceTables, model: string, group: GroupTerms): Price {
  const { toolPrices, quotaPerUnit } = tables;
  const set = own(tables.modelRatio, model);
  const modelPrice =
    own(tables.modelPrice, model) ?? (set === undefined ? defaultDrawingPrice(model) : undefined);
  if (modelPrice !== undefined) {
    const factors = taskFactors(tables.modelPrice, model, modelPrice);
    return Object.freeze({
      ...priceByCall(model, modelPrice, group.groupRatio, quotaPerUnit),
      ...group,
      toolPrices,
      quotaPerUnit,
      ...(factors && { taskFactors: factors }),
    });
  }
  const listed = tables.publicList === false ? undefined : overlayPrice(model);
  const cache = namedCacheRatios(tables, model);
  const { read = 1, write: creationRatio = UNSET_CREATION_RATIO } = cache;
  const completion = completionRatio(tables, model, listed);
  const parts: ListedPart[] = [...cache.listed];
  if (listed && own(tables.completionRatio, model) === undefined) parts.unshift('completion_ratio');
  if (listed && set === undefined) parts.unshift('model_ratio');
  const defaulted = defaultedParts(tables, model, listed, cache);
  const base: TokenPrice = {
    model,
    source: set !== undefined ? 'tables' : listed ? 'list' : 'unset',
    modelRatio: set ?? listed?.modelRatio ?? UNSET_RATIO,
    completionRatio: completion,
    cacheRatio: read,
    creationRatio,
    creationRatio1h: oneHourRatio(creationRatio, listed),
    ...group,
    media: mediaOf(tables, model, completion),
    toolPrices,
    quotaPerUnit,
    ...(parts.length > 0 && { listed: parts }),
    ...(defaulted.length > 0 && { defaulted }),
  };
  const tiers = own(tables.tiers ?? {}, model) ?? [];
  const ratios = serviceTierRatios(tables.serviceTiers ?? {}, model);
  if (ratios.size === 0) return priceWithTiers(base, tiers);
  const serviceTiers = new Map<string, Price>();
  for (const [name, ratio] of ratios) serviceTiers.set(name, priceWithTiers(base, tiers, ratio));
  return priceWithTiers({ ...base, serviceTiers }, tiers);
}

/** @param ratio factor of the service tier, applied to the model ratio of all prices */
function priceWithTiers(base: TokenPrice, tiers: readonly Tier[], ratio?: number): Price {
  const times = (modelRatio: number) =>
    ratio === undefined ? modelRatio : Number((modelRatio * ratio).toPrecision(12));
  const sold: TokenPrice =
    ratio === undefined ? base : { ...base, modelRatio: times(base.modelRatio), serviceTierRatio: ratio };
  if (tiers.length === 0) return priceByToken(sold);
  const { serviceTiers: _ofAll, ...single } = sold;
  const prices = tiers.map((tier) => tierPrice(single, { ...tier, model_ratio: times(tier.model_ratio) }));
  return priceByToken({ ...sold, tiers: prices.toSorted((a, b) => b.from - a.from) });
}

function mediaOf(tables: PriceTables, model: string, completion: number): MediaRatios {
  const media = mediaRatios(model, completion);
  return {
    audioInput: own(tables.audioRatio ?? {}, model) ?? media.audioInput,
    audioCache: own(tables.audioCacheRatio ?? {}, model) ?? media.audioCache,
    audioCompletion: own(tables.audioCompletionRatio ?? {}, model) ?? media.audioCompletion,
    imageInput: own(tables.imageRatio ?? {}, model) ?? media.imageInput,
    imageOutput: own(tables.imageCompletionRatio ?? {}, model) ?? media.imageOutput,
  };
}

/** Price of a tier. Values that the tier does not set are taken from `base`. */
function tierPrice(base: TokenPrice, tier: Tier): { from: number; price: Price } {
  const price = priceByToken({
    ...base,
    modelRatio: tier.model_ratio,
    completionRatio: tier.completion_ratio ?? base.completionRatio,
    cacheRatio: tier.cache_ratio ?? base.cacheRatio,
    creationRatio: tier.cache_creation_ratio ?? base.creationRatio,
    creationRatio1h:
      tier.cache_creation_ratio === undefined
        ? base.creationRatio1h
        : oneHourRatio(tier.cache_creation_ratio, undefined),
    tierFrom: tier.min_input_tokens,
  });
  return { from: tier.min_input_tokens, price };
}

/**
 * The operator's value wins, then the public list (which has only models missing in the built-in tables), then the
 * rules.
 */
function completionRatio(tables: PriceTables, model: string, listed: OverlayPrice | undefined): number {
  return own(tables.completionRatio, model) ?? listed?.completionRatio ?? completionRule(model).ratio;
}

/** The parts without a value of their own. Relations of output to input that the provider fixes are no defaults. */
function defaultedParts(
  tables: PriceTables,
  model: string,
  listed: OverlayPrice | undefined,
  cache: CacheRatios,
): ListedPart[] {
  const parts: ListedPart[] = [];
  const isSet = own(tables.completionRatio, model) !== undefined || listed?.completionRatio !== undefined;
  if (!isSet && !completionRule(model).locked) parts.push('completion_ratio');
  if (cache.read === undefined) parts.push('cache_ratio');
  if (cache.write === undefined) parts.push('cache_creation_ratio');
  return parts;
}

function oneHourRatio(creationRatio: number, listed: OverlayPrice | undefined): number {
  if (listed?.creationRatio === creationRatio && listed.creationRatio1h !== undefined)
    return listed.creationRatio1h;
  // Rounded for display and logs: 2, not 2.0000000000000004.
  return Number((creationRatio * ONE_HOUR_OVER_FIVE_MINUTES).toPrecision(12));
}

/** Names come from clients, so inherited properties such as `constructor` must not match. */
function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
