/** Locations of features that only an upstream of this protocol supports; see CanonicalChat.nativeOnly. */
export type NativeOnly = string[];

/** A field and the value that makes it untranslatable: `tools[0].type web_search`. */
export function place(field: string, value: string): string {
  return `${field} ${value}`;
}

/** Members of a request that refer to data at one upstream, or that change what the response may contain. */
export const NATIVE_MEMBERS = ['previous_response_id', 'conversation', 'prompt', 'moderation'] as const;

/** Tools that use the client's own servers and data: an answer without them would look as if they had been used. */
export const NATIVE_TOOLS: ReadonlySet<string> = new Set(['mcp', 'file_search']);
