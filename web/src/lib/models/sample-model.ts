import { QuotaType } from '#contract/enums';
import type { PriceListExtras, PriceResponse } from '#contract/resources/price';
import useSWR from 'swr';
import { call } from '../api/api';
import { useSession } from '../api/session';
import { readText, writeText } from '../browser/storage';
import { looksLikeChat } from './model-names';

/** What choosing a model needs to know. */
export type PricedModel = Pick<
  PriceResponse,
  | 'model_name'
  | 'quota_type'
  | 'model_ratio'
  | 'model_price'
  | 'completion_ratio'
  | 'usd_per_million'
  | 'enable_groups'
  | 'priced'
  | 'vendor'
  | 'task'
>;

/** Used in samples if no model can be called. */
export const MODEL_PLACEHOLDER = 'MODEL_NAME';
const LAST_MODEL = 'last-chat-model';

/** Names of models that make images at `/v1/images/generations`. */
const IMAGE =
  /dall-e|image|imagen|flux|diffusion|^sd3|seedream|cogview|wanx|recraft|ideogram|^photon|^kling-v\d|hidream|kolors/i;
/** Names of models of other media that look like those of images. */
const NOT_IMAGE = /video|[-_](t2v|i2v)|edit|caption|embed|moderation|^mj[-_]/i;

/** Whether the name is that of a model that makes images from texts. */
export function makesImages(model: string): boolean {
  return IMAGE.test(model) && !NOT_IMAGE.test(model);
}

/** Names of models that make videos. */
const VIDEO = /^(sora|veo|kling|vidu|hailuo|wan\d|jimeng|doubao-seedance)|seedance|video|[-_](t2v|i2v)/i;

/** Chooses a priced model of videos that one of the groups may call; undefined if there is none. */
export function sampleVideoModel(
  models: readonly PricedModel[],
  groups: readonly string[],
): string | undefined {
  return models.find(
    ({ model_name, priced, enable_groups }) =>
      priced && VIDEO.test(model_name) && enable_groups.some((name) => groups.includes(name)),
  )?.model_name;
}

/** Remembers the last used chat model for the next sample. */
export function rememberChatModel(model: string): void {
  writeText(LAST_MODEL, model);
}

/**
 * Chooses a priced chat model that one of the groups may call: the preferred one, else the one used last, else the
 * cheapest; undefined if there is none.
 * @param allowed names to choose from; all if absent
 */
export function sampleModel(
  models: readonly PricedModel[],
  groups: readonly string[],
  { preferred, allowed }: { preferred?: string; allowed?: readonly string[] } = {},
): string | undefined {
  const callable = models.filter(
    ({ model_name, priced, quota_type, enable_groups }) =>
      priced &&
      quota_type === QuotaType.byUsage &&
      looksLikeChat(model_name) &&
      enable_groups.some((name) => groups.includes(name)) &&
      (allowed === undefined || allowed.includes(model_name)),
  );
  for (const candidate of [preferred, readText(LAST_MODEL)])
    if (callable.some(({ model_name }) => model_name === candidate)) return candidate;
  const cost = ({ model_ratio, completion_ratio }: PricedModel) => model_ratio * (1 + completion_ratio);
  return callable.toSorted((a, b) => cost(a) - cost(b))[0]?.model_name;
}

interface PriceBook {
  models: PricedModel[];
  /** Of each group that the user may use. */
  ratios: Record<string, number>;
}

/** The current user's price list; undefined until it is loaded. */
export function usePricedModels(): PricedModel[] | undefined {
  return usePriceBook()?.models;
}

/** As `usePricedModels`, with the ratios of the groups. */
export function usePriceBook(): PriceBook | undefined {
  const user = useSession();
  const { data } = useSWR<PriceBook, unknown>(['/api/pricing', 'models', user?.id], readPrices, {
    revalidateOnFocus: false,
  });
  return data;
}

async function readPrices(): Promise<PriceBook> {
  const { data, group_ratio: ratios } = await call<PricedModel[], PriceListExtras>('GET', '/api/pricing');
  return { models: data, ratios };
}

/**
 * A few priced chat models that the group may call, of as many makers as there are, for those who do not know the list yet.
 */
export function featuredModels(models: readonly PricedModel[], group: string, count: number): PricedModel[] {
  const callable = models.filter(
    ({ model_name, priced, usd_per_million, enable_groups }) =>
      priced && usd_per_million !== null && enable_groups.includes(group) && looksLikeChat(model_name),
  );
  const ofMaker = new Map<string, number>();
  const ranked = callable.map((model) => {
    const rank = ofMaker.get(model.vendor) ?? 0;
    ofMaker.set(model.vendor, rank + 1);
    return { model, rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ model }) => model);
}
