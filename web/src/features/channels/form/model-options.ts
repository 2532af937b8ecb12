import type { ChannelTypeResponse, ModelDatesResponse } from '#contract/resources/channels/channel-type';

/** Models to choose from, without duplicates. */
export interface ModelOptions {
  /** Suggested for the type. */
  suggested: string[];
  others: string[];
  /** Those that the provider has retired, and that the type or the gateway knows. */
  retired: string[];
}

/** Orders the models that a channel of a type can serve: its suggested ones, others, and last those that are retired. */
export function modelOptions(
  type: Pick<ChannelTypeResponse, 'models' | 'model_dates'> | undefined,
  known: readonly string[],
): ModelOptions {
  const suggested = new Set(type?.models);
  const isRetired = retiredModels(type);
  const others = [...new Set(known)].filter((model) => !suggested.has(model));
  return {
    suggested: [...suggested],
    others: others.filter((model) => !isRetired.has(model)),
    retired: others.filter((model) => isRetired.has(model)),
  };
}

/** Models of the type to which requests fail today, with what is known of them. */
export function retiredModels(
  type: Pick<ChannelTypeResponse, 'model_dates'> | undefined,
): ReadonlyMap<string, ModelDatesResponse> {
  return new Map(
    (type?.model_dates ?? []).filter(({ retired }) => retired).map((dates) => [dates.model, dates]),
  );
}
