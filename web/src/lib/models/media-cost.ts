import { hasImageTokens, imageFactor, imageTokens, isDallE } from '#contract/image-terms';
import type { PriceResponse } from '#contract/resources/price';
import type { TaskFactorResponse, TaskPriceResponse } from '#contract/resources/tasks/task-price';

/** What a request will cost. Undefined where that is not known. */
export interface MediaCost {
  /** US dollars, with the group ratio. */
  usd: number;
  /** `about`: it depends on what the provider makes of the request; `most`: it is the dearest that the model may choose. */
  kind: 'exact' | 'about' | 'most';
}

const MILLION = 1_000_000;

type ImagePrice = Pick<PriceResponse, 'model_name' | 'priced' | 'model_price' | 'usd_per_million'>;

/** '' = the model's default. */
export interface ImageOrder {
  size: string;
  quality: string;
  count: number;
}

/** The cost of images, by the rules by which they are charged. */
export function imageCost(
  { model_name: model, priced, model_price: price, usd_per_million: tokens }: ImagePrice,
  { size, quality, count }: ImageOrder,
  groupRatio: number,
): MediaCost | undefined {
  if (!priced) return undefined;
  if (tokens === null) {
    const usd = price * imageFactor(model, size, quality) * count * groupRatio;
    // Providers of other models have prices of their own for sizes.
    return { usd, kind: isDallE(model) ? 'exact' : 'about' };
  }
  if (!hasImageTokens(model)) return undefined;
  const usd = (imageTokens(size, quality) * count * tokens.output * groupRatio) / MILLION;
  return { usd, kind: size === '' || quality === '' ? 'most' : 'about' };
}

export interface TaskOrder {
  /** Undefined: the default. */
  seconds?: number | undefined;
  /** Values of the options that the price depends on; '' = the default. */
  options?: Partial<Record<TaskFactorResponse['name'], string>>;
  /** Speed of a drawing; '' = the default. */
  mode?: string;
  /** Members that the form does not know may change the price. */
  hasOthers?: boolean;
}

/** The cost of a drawing, a song or a video. */
export function taskCost(
  task: TaskPriceResponse | null,
  { seconds, options = {}, mode = '', hasOthers = false }: TaskOrder,
  groupRatio: number,
): MediaCost | undefined {
  if (!task) return undefined;
  const usd = task.modes.find((each) => each.mode === mode)?.usd ?? task.usd;
  if (usd === null) return undefined;
  const duration = task.unit === 'call' ? 1 : (seconds ?? task.seconds?.default);
  const perSecond = task.unit === 'token' ? task.tokens_per_second : 1;
  if (duration === undefined || perSecond === null) return undefined;
  const ratios = task.factors.map((factor) => ratioOf(factor, options[factor.name] ?? ''));
  const factor = ratios.reduce<number>((product, ratio) => product * (ratio ?? 1), 1);
  const amount = usd * duration * perSecond * factor * groupRatio;
  const isCertain = task.unit !== 'token' && !hasOthers && !ratios.includes(undefined);
  return { usd: task.unit === 'token' ? amount / MILLION : amount, kind: isCertain ? 'exact' : 'about' };
}

/** Undefined: how the value is priced is not known. The first option is the default. */
function ratioOf({ options, is_open: isOpen }: TaskFactorResponse, value: string): number | undefined {
  const fallback = options[0]?.ratio ?? 1;
  if (value === '') return fallback;
  const found = options.find((option) => option.value.toLowerCase() === value.toLowerCase());
  return found?.ratio ?? (isOpen ? fallback : undefined);
}
