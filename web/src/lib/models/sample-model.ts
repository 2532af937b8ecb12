import { QuotaType } from '#contract/enums';
import type { PriceResponse } from '#contract/resources/price';
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

/** The current user's price list; undefined until it is loaded. */
export function usePricedModels(): PricedModel[] | undefined {
  const user = useSession();
  const { data } = useSWR<PricedModel[], unknown>(['/api/pricing', 'models', user?.id], readModels, {
    revalidateOnFocus: false,
  });
  return data;
}

async function readModels(): Promise<PricedModel[]> {
  return (await call<PricedModel[]>('GET', '/api/pricing')).data;
}
