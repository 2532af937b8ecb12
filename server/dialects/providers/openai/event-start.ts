/**
 * Where the last of these events begins in a piece of whole events, -1 when none is there. `lines` are their first lines,
 * `event: response.completed`: line breaks inside strings are escaped, so such a line is never text of an answer.
 */
export function lastEventStart(events: Buffer, lines: readonly string[]): number {
  let last = -1;
  for (const line of lines) {
    const at = events.lastIndexOf(line);
    if (at > last && (at === 0 || events[at - 1] === 0x0a)) last = at;
  }
  return last;
}
