import type { ParseKeys } from 'i18next';
import type { JsonShape } from './json-shapes';

/** An i18n key. */
export type TextKey = ParseKeys;

interface FieldBase {
  /** Key of the option. */
  key: string;
  label: TextKey;
  hint?: TextKey;
  /** Only super administrators may change it; the server enforces this too. */
  root?: true;
}

export interface SwitchField extends FieldBase {
  kind: 'switch';
  /** Saved immediately when switched. */
  instant?: true;
  /** Confirmation before it is switched off. */
  confirmOff?: { title: TextKey; text: TextKey };
}

export interface TextField extends FieldBase {
  kind: 'text' | 'address' | 'statuses' | 'tags';
  placeholder?: string;
  /** Takes a full row. */
  wide?: true;
  /** Error text for an invalid URL, instead of the default. */
  invalid?: TextKey;
}

/** `lines`: several lines of text. `page`: Markdown, HTML or a URL. */
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
  /** A quota: its equivalent in currency is shown beside it. */
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
  /** Error text for invalid JSON, instead of the default. */
  invalid?: TextKey;
  rows?: [min: number, max: number];
}

export type Field = SwitchField | TextField | AreaField | SecretField | NumberField | ChoiceField | JsonField;

/** Option values by key as the server stores them: always text. */
export type OptionValues = Readonly<Record<string, string>>;

/** Fields that are saved together. */
export interface FormSpec {
  fields: Field[];
  /** Label of the save button. */
  save?: TextKey;
  /** Toasts shown when everything was saved (`saved`) or nothing was (`failed`). */
  saved?: TextKey;
  failed?: TextKey;
  /** A note above the fields. */
  notice?: TextKey;
  /** Returns the reason why the form cannot be saved yet. */
  missing?: (values: OptionValues) => TextKey | undefined;
}

/** A form with a heading. */
export interface CardSpec extends FormSpec {
  id: string;
  title: TextKey;
  lead?: TextKey;
}
