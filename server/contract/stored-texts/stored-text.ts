/** A text in both languages, with `{name}` for parameters: both have the same ones. */
export interface TextTemplates {
  readonly zh: string;
  readonly en: string;
}

/** A parameter: a value that is shown as it is, or a text of its own, such as an amount. */
export type StoredValue = string | number | StoredText;

/**
 * A text that is stored with a row, as a code of the catalogue and its parameters, so that readers get it in their language.
 * The text columns of the compatible API carry the Chinese sentence beside it.
 */
export interface StoredText {
  /** Of the catalogue of the release that stored it. */
  readonly code: string;
  readonly params?: Readonly<Record<string, StoredValue>> | undefined;
}

/** Names of the parameters of a template. */
export type ParamNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** A template in parts: texts at even positions, names of parameters at odd ones. */
export function partsOf(template: string): string[] {
  return template.split(/\{(\w+)\}/);
}

/** Fills the parts of a template. @returns undefined if a parameter has no value */
export function filled(
  parts: readonly string[],
  valueOf: (name: string) => string | undefined,
): string | undefined {
  let text = '';
  for (const [index, part] of parts.entries()) {
    const value = index % 2 === 0 ? part : valueOf(part);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}
