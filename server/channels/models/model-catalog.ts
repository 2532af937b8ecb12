import type { ModelResponse } from '../../contract/resources/model.js';
import { definitions } from '../../dialects/providers/registry.js';

/** Unix seconds. Fixed `created` of all models, because their real age is unknown. */
export const MODEL_CREATED_AT = 1_626_777_600;

const PERMISSION = {
  id: 'modelperm-tollgate',
  object: 'model_permission',
  created: MODEL_CREATED_AT,
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
for (const { id, models } of definitions) {
  for (const model of models) if (!owners.has(model)) owners.set(model, id);
}

/** Returns the entry of any model, listed or not. */
export function modelObject(id: string): ModelResponse {
  return {
    id,
    object: 'model',
    created: MODEL_CREATED_AT,
    owned_by: owners.get(id) ?? 'custom',
    permission: [PERMISSION],
    root: id,
    parent: null,
  };
}

/** Returns all models of the types that have a provider, sorted. */
export function knownModels(): ModelResponse[] {
  const names = new Set(definitions.flatMap(({ api, models }) => (api ? models : [])));
  return [...names].sort().map(modelObject);
}

/** Returns the suggested models of a new channel by channel type (as text). */
export function modelsByType(): Record<string, readonly string[]> {
  return Object.fromEntries(definitions.map(({ type, models }) => [String(type), models]));
}
