import { ApiError } from '../../../contract/errors/api-error.js';

/**
 * The model name to send upstream: follows a chain a → b → c; a name mapped to itself or to an empty name is not mapped.
 * Cycles are rejected when a channel is saved, but an imported row may still contain one.
 * @throws ApiError model_mapped_error for a cycle
 */
export function mapModel(mapping: ReadonlyMap<string, string> | undefined, requested: string): string {
  let name = requested;
  if (!mapping) return name;
  const visited = new Set([name]);
  for (let next = mapping.get(name); next && next !== name; next = mapping.get(name)) {
    if (visited.has(next))
      throw new ApiError('model_mapped_error', { detail: 'model_mapping_contains_cycle' });
    visited.add(next);
    name = next;
  }
  return name;
}
