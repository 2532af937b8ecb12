import type { ModelResponse } from '../contract/resources/model.js';
import { channelTypes } from './channel-types.js';

const CREATED = 1_626_777_600;

const PERMISSION = {
  id: 'modelperm-gateway',
  object: 'model_permission',
  created: CREATED,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
};

/** Model → owner; a model listed by several types belongs to the first. */
const owners = new Map<string, string>();
for (const { owner, models } of channelTypes.values()) {
  for (const model of models) if (!owners.has(model)) owners.set(model, owner);
}

/** Returns the entry of any model, listed or not. */
export function modelObject(id: string): ModelResponse {
  return {
    id,
    object: 'model',
    created: CREATED,
    owned_by: owners.get(id) ?? 'custom',
    permission: [PERMISSION],
    root: id,
    parent: null,
  };
}

/** Returns all models listed by any type, sorted. */
export function knownModels(): ModelResponse[] {
  return [...owners.keys()].sort().map(modelObject);
}

/** Returns the suggested models of a new channel by channel type (as text). */
export function modelsByType(): Record<string, readonly string[]> {
  return Object.fromEntries([...channelTypes].map(([type, { models }]) => [String(type), models]));
}
