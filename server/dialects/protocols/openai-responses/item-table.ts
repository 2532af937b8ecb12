/**
 * How an input item of a Responses request is translated for another provider.
 *
 * - `translated`: every provider has an equivalent
 * - `call`, `result`: a tool that the client runs; becomes a function call and its result
 * - `tools`: adds tools to the request
 * - `marker`: replaced by a text that something is missing which no other provider can read
 * - `stored`: refers to data stored at one upstream; the request cannot be translated without it
 * - `text`: its text becomes a user turn
 * - `refused`: the request cannot be translated without it
 * - `left-out`: a step of OpenAI's own tools; the text of the response contains its outcome
 */
export type ItemHandling =
  'translated' | 'call' | 'result' | 'tools' | 'marker' | 'stored' | 'text' | 'refused' | 'left-out';

/**
 * One row per item type of https://platform.openai.com/docs/api-reference/responses/create, plus those that Codex sends.
 * An item of a type that is not listed becomes a turn if all of it is text; otherwise the request cannot be translated.
 */
export const ITEMS: Readonly<Record<string, ItemHandling>> = {
  message: 'translated',
  function_call: 'translated',
  function_call_output: 'translated',
  custom_tool_call: 'translated',
  custom_tool_call_output: 'translated',
  reasoning: 'translated',

  local_shell_call: 'call',
  local_shell_call_output: 'result',
  shell_call: 'call',
  shell_call_output: 'result',
  apply_patch_call: 'call',
  apply_patch_call_output: 'result',
  computer_call: 'call',
  computer_call_output: 'result',
  tool_search_call: 'left-out',

  additional_tools: 'tools',
  tool_search_output: 'tools',

  compaction: 'marker',
  compaction_summary: 'marker',
  context_compaction: 'marker',

  item_reference: 'stored',

  agent_message: 'text',

  web_search_call: 'left-out',
  file_search_call: 'left-out',
  image_generation_call: 'left-out',
  code_interpreter_call: 'left-out',
  mcp_list_tools: 'left-out',
  mcp_call: 'left-out',
  mcp_approval_request: 'left-out',
  mcp_approval_response: 'refused',
  program: 'left-out',
  program_output: 'left-out',
  compaction_trigger: 'left-out',
};

/** Undefined for types that are not listed. */
export function handlingOf(type: string): ItemHandling | undefined {
  return Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined;
}
