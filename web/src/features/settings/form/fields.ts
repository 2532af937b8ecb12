import type { ParseKeys } from 'i18next';
import type { JsonShape } from './json-shapes';

/** The key of a text. */
export type TextKey = ParseKeys;

interface FieldBase {
  /** The option. */
  key: string;
  label: TextKey;
  hint?: TextKey;
  /** Only super administrators may change it; the server says so too. */
  root?: true;
}

export interface SwitchField extends FieldBase {
  kind: 'switch';
  /** Saved the moment it is switched. */
  instant?: true;
  /** Asked before it is switched off. */
  confirmOff?: { title: TextKey; text: TextKey };
}

export interface TextField extends FieldBase {
  kind: 'text' | 'address' | 'statuses' | 'tags';
  placeholder?: string;
  /** A row of its own. */
  wide?: true;
  /** Said instead of the usual text when the address is none. */
  invalid?: TextKey;
}

/** `lines`: several lines of text. `page`: Markdown, HTML or an address. */
export interface AreaField extends FieldBase {
  kind: 'lines' | 'page';
  rows?: [min: number, max: number];
}

export interface SecretField extends FieldBase {
  kind: 'secret';
}

export interface NumberField extends FieldBase {
  kind: 'whole' | 'number';
  unit?: TextKey;
  min?: number;
  max?: number;
  /** The value must be greater than this. */
  above?: number;
  /** Quota: what it is worth is said beside it. */
  money?: true;
  /** Shown once, before the first change. */
  warning?: { title: TextKey; text: TextKey };
}

export interface ChoiceField extends FieldBase {
  kind: 'choice';
  choices: { value: string; label: TextKey }[];
}

export interface JsonField extends FieldBase {
  kind: 'json';
  shape: JsonShape;
  template?: unknown;
  /** Said instead of the usual text when it cannot be read. */
  invalid?: TextKey;
  rows?: [min: number, max: number];
}

export type Field = SwitchField | TextField | AreaField | SecretField | NumberField | ChoiceField | JsonField;

/** Values of options by key, as the server has them: everything is text. */
export type OptionValues = Readonly<Record<string, string>>;

/** Fields that are saved together. */
export interface FormSpec {
  fields: Field[];
  /** Word on the save button. */
  save?: TextKey;
  /** Said when all is saved, or nothing was. */
  saved?: TextKey;
  failed?: TextKey;
  /** A note above the fields. */
  notice?: TextKey;
  /** Says why the form cannot be saved yet. */
  missing?: (values: OptionValues) => TextKey | undefined;
}

/** A form under a heading. */
export interface CardSpec extends FormSpec {
  id: string;
  title: TextKey;
  lead?: TextKey;
}
