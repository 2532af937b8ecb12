import type { Card, OptionDeclaration } from '#contract/options/declaration';
import { type OptionKey, optionDeclarations } from '#contract/options/index';

/** A declared option with its key. */
export type Field<Kind extends OptionDeclaration['kind'] = OptionDeclaration['kind']> = Extract<
  OptionDeclaration,
  { kind: Kind }
> & { readonly key: string };

export type TextField = Extract<Field, { kind: 'text' | 'url' | 'image' | 'color' | 'statuses' }>;
export type NumberField = Extract<Field, { kind: 'integer' | 'number' }>;

/** Option values by key as the server stores them: always text. */
export type OptionValues = Readonly<Record<string, string>>;

/** The fields of a card, in order. */
export function fieldsOf({ options }: Card): Field[] {
  return Object.entries(options)
    .filter(([, { storedOnly }]) => !storedOnly)
    .map(([key, declaration]) => ({ key, ...declaration }));
}

/** The field of an option that a component edits in its own way. */
export function fieldOf(key: OptionKey): Field {
  return { key, ...optionDeclarations[key] };
}

const ID_PREFIX = 'option-';

/** DOM id of an option's field, which addresses of the settings name. */
export function fieldId(key: string): string {
  return ID_PREFIX + key;
}

/** The option whose field has this DOM id. */
export function keyOfField(id: string): string | undefined {
  return id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : undefined;
}
