/** Locations of features that only an upstream of this protocol supports; see CanonicalChat.nativeOnly. */
export type NativeOnly = string[];

/** A field and the value that makes it untranslatable: `tools[0].type web_search`. */
export function place(field: string, value: string): string {
  return `${field} ${value}`;
}
