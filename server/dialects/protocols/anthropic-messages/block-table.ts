/**
 * How a content block of a Messages request is translated for another provider.
 *
 * - `translated`: every provider has an equivalent
 * - `text`: replaced by its readable text
 * - `summary`: a summary that replaces everything before it
 * - `tools`: changes the list of tools
 * - `refused`: the request cannot be translated without it
 * - `left-out`: only meaningful to Anthropic's servers
 */
export type BlockHandling = 'translated' | 'text' | 'summary' | 'tools' | 'refused' | 'left-out';

/**
 * One row per block type of https://platform.claude.com/docs/en/api/messages, betas included. What is left
 * out are steps of Anthropic's own tools, so that a conversation that began on Anthropic can continue elsewhere. A message or
 * tool result that would be empty gets a marker that names the types left out. A block of a type that is not listed becomes
 * text if all of it is text; otherwise the request cannot be translated.
 */
export const BLOCKS: Readonly<Record<string, BlockHandling>> = {
  text: 'translated',
  image: 'translated',
  document: 'translated',
  search_result: 'translated',
  thinking: 'translated',
  redacted_thinking: 'translated',
  tool_use: 'translated',
  tool_result: 'translated',

  advisor_tool_result: 'text',
  tool_reference: 'text',

  compaction: 'summary',

  tool_addition: 'tools',
  tool_removal: 'tools',

  fallback: 'left-out',
  server_tool_use: 'left-out',
  web_search_tool_result: 'left-out',
  web_fetch_tool_result: 'left-out',
  code_execution_tool_result: 'left-out',
  bash_code_execution_tool_result: 'left-out',
  text_editor_code_execution_tool_result: 'left-out',
  tool_search_tool_result: 'left-out',
  mcp_tool_use: 'left-out',
  mcp_tool_result: 'left-out',
  mcp_tool_listing: 'left-out',
  container_upload: 'refused',
  browser_state: 'left-out',
};

/** Undefined for types that are not listed. */
export function handlingOf(type: string): BlockHandling | undefined {
  return Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
}

/** Members of a request that refer to servers, containers or accounts at Anthropic. */
export const NATIVE_MEMBERS = ['mcp_servers', 'container', 'user_profile_id'] as const;

/** Tools that use the client's own servers: an answer without them would look as if they had been used. */
export const NATIVE_TOOLS: ReadonlySet<string> = new Set(['mcp_toolset']);
