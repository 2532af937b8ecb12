import { z } from 'zod';
import { channelTypes } from './channel-types.js';

/** A model as OpenAI's list of models shows one. */
export const modelObjectShape = z.strictObject({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
  permission: z.array(z.looseObject({})),
  root: z.string(),
  parent: z.null(),
});
export type ModelObject = z.infer<typeof modelObjectShape>;

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

/** Model → owner; a model that several types list belongs to the first. */
const owners = new Map<string, string>();
for (const { owner, models } of channelTypes.values()) {
  for (const model of models) if (!owners.has(model)) owners.set(model, owner);
}

/** Any model, known or not. */
export function modelObject(id: string): ModelObject {
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

/** Every model some type lists, sorted. */
export function knownModels(): ModelObject[] {
  return [...owners.keys()].sort().map(modelObject);
}

/** Channel type (as text) → its models, for filling in a new channel. */
export function modelsByType(): Record<string, readonly string[]> {
  return Object.fromEntries([...channelTypes].map(([type, { models }]) => [String(type), models]));
}
