/** Places of what only an upstream that speaks this protocol itself can do; see HubChat.nativeOnly. */
export type NativeOnly = string[];

/** A field and the value that makes it untranslatable: `tools[0].type web_search`. */
export function place(field: string, value: string): string {
  return `${field} ${value}`;
}
