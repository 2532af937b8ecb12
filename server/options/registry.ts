import type { OptionDefinition } from './definition.js';
import { operationOptions } from './operation-options.js';
import { presentationOptions } from './presentation-options.js';
import { systemOptions } from './system-options.js';

/** All options; other keys are rejected. */
export const registry = { ...systemOptions, ...operationOptions, ...presentationOptions } as const;

export type OptionKey = keyof typeof registry;
type KeyOf<Kind extends OptionDefinition['kind']> = {
  [K in OptionKey]: (typeof registry)[K]['kind'] extends Kind ? K : never;
}[OptionKey];

export type BooleanKey = KeyOf<'boolean'>;
export type NumberKey = KeyOf<'whole' | 'number'>;
export type JsonKey = KeyOf<'json'>;

export const optionKeys = Object.keys(registry).filter(isOptionKey).toSorted();

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(registry, key);
}

export function definitionOf(key: OptionKey): OptionDefinition {
  return registry[key];
}
