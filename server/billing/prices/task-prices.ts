import type {
  TaskChargeRequest,
  TaskChargeResponse,
  TaskFactorResponse,
  TaskPriceResponse,
} from '../../contract/resources/tasks/task-price.js';
import { CALL_PRICE, VIDEO_PRICE, type TaskFactor, type VideoTerms } from '../../contract/task-terms.js';
import { USD_PER_RATIO } from '../../contract/quota.js';
import { chargeFor } from './charge/charge.js';
import { defaultTables } from './defaults/default-tables.js';
import { DRAWING_MODES, defaultDrawingPrice, isDrawing, modePriceName } from './defaults/drawing-prices.js';
import { priceByCall, type Price } from './price.js';
import type { PricesService } from './prices.service.js';
import type { TaskFactors } from './task-factors.js';

/** Duration of the example, where the model accepts it. */
const EXAMPLE_SECONDS = 5;
const MILLION = 1_000_000;

type Family = TaskPriceResponse['family'];
type Prices = Pick<PricesService, 'price' | 'firstSet'>;

/**
 * How tasks of a model are charged.
 * @param terms of its videos, if one of its channels makes videos
 * @returns undefined if the model has no tasks
 */
export function taskPrice(
  model: string,
  terms: VideoTerms | undefined,
  prices: Prices,
): TaskPriceResponse | undefined {
  const family = familyOf(model, terms, prices);
  if (!family) return undefined;
  const ofVideo = family === 'video' ? terms : undefined;
  const name = ofVideo && prices.firstSet([model + CALL_PRICE, model + VIDEO_PRICE]);
  const price = prices.price(name ?? model, undefined, { acceptUnset: true });
  const unit = unitOf(price, ofVideo);
  const usd = usdOf(price, ofVideo);
  return {
    family,
    unit,
    usd,
    price_name: name ?? model,
    built_in: builtIn(model, ofVideo),
    seconds: ofVideo ? secondsOf(ofVideo) : null,
    tokens_per_second: ofVideo?.tokensPerSecond ?? null,
    factors: (ofVideo?.factors ?? []).map((factor) => factorOf(factor, price.taskFactors)),
    modes: family === 'drawing' ? modesOf(model, prices) : [],
    example: usd === null ? null : exampleOf(usd, unit, ofVideo),
  };
}

/** What a task costs, computed as when it is submitted. */
export function taskCharge(
  { usd, seconds, ratios, group_ratio: groupRatio }: TaskChargeRequest,
  quotaPerUnit: number,
): TaskChargeResponse {
  const calls = ratios.reduce((product, ratio) => product * ratio, seconds);
  const usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
  const quota = chargeFor({ ...usage, more: { calls } }, priceByCall('', usd, groupRatio, quotaPerUnit));
  return { quota, usd: quota / quotaPerUnit };
}

/** Videos need a price of their own where nothing else says that the model makes them. */
function familyOf(model: string, terms: VideoTerms | undefined, prices: Prices): Family | undefined {
  if (isDrawing(model)) return 'drawing';
  if (model.startsWith('suno_')) return 'music';
  if (!terms) return undefined;
  const hasPrice = prices.firstSet([model + CALL_PRICE, model + VIDEO_PRICE]) !== undefined;
  return hasPrice || !terms.isAssumed ? 'video' : undefined;
}

function unitOf(price: Price, terms: VideoTerms | undefined): TaskPriceResponse['unit'] {
  if (!terms || price.taskFactors?.perCall) return 'call';
  return price.modelPrice === -1 && terms.tokensPerSecond !== undefined ? 'token' : 'second';
}

function usdOf(price: Price, terms: VideoTerms | undefined): number | null {
  if (price.source === 'unset') return null;
  if (price.modelPrice !== -1) return price.modelPrice;
  // Tasks without reported tokens have no price by token.
  if (terms?.tokensPerSecond === undefined) return null;
  return price.modelRatio * price.completionRatio * USD_PER_RATIO;
}

function builtIn(model: string, terms: VideoTerms | undefined): TaskPriceResponse['built_in'] {
  const table = defaultTables.modelPrice;
  const names = terms ? [model + VIDEO_PRICE, model] : [model];
  const name = names.find((one) => Object.hasOwn(table, one));
  if (name !== undefined) return { name, usd: table[name] ?? 0 };
  const usd = defaultDrawingPrice(model);
  return usd === undefined ? null : { name: model, usd };
}

function secondsOf({ seconds, defaultSeconds }: VideoTerms): NonNullable<TaskPriceResponse['seconds']> {
  if ('from' in seconds) return { default: defaultSeconds, min: seconds.from, max: seconds.to, values: null };
  return {
    default: defaultSeconds,
    min: Math.min(...seconds),
    max: Math.max(...seconds),
    values: [...seconds],
  };
}

function factorOf({ name, values, isOpen }: TaskFactor, priced: TaskFactors | undefined): TaskFactorResponse {
  const ratioOf = (value: string) => priced?.ratios.get(`${name}/${value.toLowerCase()}`);
  const listed = Object.entries(values).map(([value, ratio]) => ({
    value,
    ratio: ratioOf(value) ?? ratio,
    default_ratio: ratio,
  }));
  const names = new Set(Object.keys(values).map((value) => value.toLowerCase()));
  const added = [...(priced?.ratios ?? [])].flatMap(([key, ratio]) => {
    const value = key.startsWith(`${name}/`) ? key.slice(name.length + 1) : '';
    return value === '' || names.has(value) ? [] : [{ value, ratio, default_ratio: null }];
  });
  return { name, options: [...listed, ...added], is_open: isOpen === true };
}

function modesOf(model: string, prices: Prices): TaskPriceResponse['modes'] {
  return DRAWING_MODES.flatMap((mode) => {
    const name = modePriceName(model, mode);
    if (name === undefined || prices.firstSet([name]) === undefined) return [];
    const { modelPrice: usd } = prices.price(name, undefined, { acceptUnset: true });
    // One with a ratio has no price per call.
    return usd === -1 ? [] : [{ mode, usd }];
  });
}

function exampleOf(
  usd: number,
  unit: TaskPriceResponse['unit'],
  terms: VideoTerms | undefined,
): TaskPriceResponse['example'] {
  if (unit === 'call' || !terms) return { seconds: null, tokens: null, usd };
  const accepts = (count: number) =>
    'from' in terms.seconds
      ? count >= terms.seconds.from && count <= terms.seconds.to
      : terms.seconds.includes(count);
  const seconds = accepts(EXAMPLE_SECONDS) ? EXAMPLE_SECONDS : terms.defaultSeconds;
  if (unit === 'second') return { seconds, tokens: null, usd: exact(usd * seconds) };
  const tokens = Math.ceil((terms.tokensPerSecond ?? 0) * seconds);
  return { seconds, tokens, usd: exact((usd * tokens) / MILLION) };
}

/** Without binary rounding errors. */
function exact(usd: number): number {
  return Number(usd.toPrecision(12));
}
