/**
 * Offset of the last of these events in a chunk of complete events; -1 if there is none. `lines` are their first lines, such
 * as `event: response.completed`. Line breaks inside strings are escaped, so such a line is never text of a response.
 */
export function lastEventStart(events: Buffer, lines: readonly string[]): number {
  let last = -1;
  for (const line of lines) {
    const at = events.lastIndexOf(line);
    if (at > last && (at === 0 || events[at - 1] === 0x0a)) last = at;
  }
  return last;
}
