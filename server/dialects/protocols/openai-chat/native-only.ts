/** Members of a message of the assistant that only providers of this protocol understand: speech stored at the provider. */
export const NATIVE_OF_ASSISTANT = ['audio', 'function_call'] as const;

/** Members of a request that change what the response may contain. */
export const NATIVE_MEMBERS = ['web_search_options', 'moderation'] as const;

/** Tools that use the client's own servers: an answer without them would look as if they had been used. */
export const NATIVE_TOOLS: ReadonlySet<string> = new Set(['mcp', 'file_search']);
