/**
 * How a content block of a Messages request is translated for another provider.
 *
 * - `translated`: every provider has an equivalent
 * - `text`: replaced by its readable text
 * - `summary`: a summary that replaces everything before it
 * - `tools`: changes the list of tools
 * - `left-out`: only meaningful to Anthropic's servers
 */
export type BlockFate = 'translated' | 'text' | 'summary' | 'tools' | 'left-out';

/**
 * One row per block type of https://platform.claude.com/docs/en/api/messages, betas included. Types that are not listed are
 * left out as well, so that a conversation that began on Anthropic can continue elsewhere. A message or tool result that
 * would be empty gets a marker that names the types left out.
 */
export const BLOCKS: Readonly<Record<string, BlockFate>> = {
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
  container_upload: 'left-out',
  browser_state: 'left-out',
};

export function fateOf(type: string): BlockFate {
  return Object.hasOwn(BLOCKS, type) ? (BLOCKS[type] ?? 'left-out') : 'left-out';
}
