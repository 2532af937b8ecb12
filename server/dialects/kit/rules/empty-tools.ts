import type { JsonObject } from '../../json/object.js';

/** Lists of tools, and the members that providers accept only beside tools. */
const LISTS: readonly (readonly [list: string, others: readonly string[]])[] = [
  ['tools', ['tool_choice', 'parallel_tool_calls']],
  ['functions', ['function_call']],
];
/** Longer texts hold something. */
const MAX_EMPTY = 16;
const EMPTY = /^(?:\[\s*\]|null)$/;

/**
 * Leaves out an empty list of tools with the members about their use: OpenAI and others refuse `[]` ("too short"), and a
 * choice without tools ("only allowed when tools are specified").
 * @param changes to the body of a client
 */
export function leaveOutEmptyTools(object: JsonObject, changes: Map<string, string | undefined>): void {
  for (const [list, others] of LISTS) {
    const member = object.find(list);
    if (!member || member.end - member.start > MAX_EMPTY || !EMPTY.test(object.text(member))) continue;
    changes.set(list, undefined);
    for (const name of others) changes.set(name, undefined);
  }
}
