import type { VideoTermsOf } from '../billing/prices/price-list.js';
import { providerForModel } from '../dialects/providers/registry.js';
import { mapModel } from './pipeline/attempt/model-mapping.js';

/** The terms of a channel's videos; a mapping that cannot be read is reported when the channel is tried. */
export const videoTermsOf: VideoTermsOf = ({ type, modelMapping }, requested) => {
  const model = upstreamName(modelMapping, requested);
  return providerForModel(type, model)?.tasks?.video?.terms?.(model);
};

function upstreamName(mapping: string | null, requested: string): string {
  if (!mapping) return requested;
  try {
    const names = Object.entries(JSON.parse(mapping) as Record<string, unknown>);
    return mapModel(new Map(names.map(([from, to]) => [from, String(to)])), requested);
  } catch {
    return requested;
  }
}
