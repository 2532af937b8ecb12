import type { JsonObject, Member } from './object.js';

/** New JSON texts of top-level members by name; undefined removes the member. */
export type Changes = ReadonlyMap<string, string | undefined>;

/** Replacement text for a range of bytes; `end` is exclusive. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Replaces, removes or adds top-level members of a body; all other bytes stay as received. Of a repeated name only the last
 * member stays, the one that common parsers read: a provider that reads the first one must not get another value.
 * Returns the same Buffer when nothing changes.
 */
export function splice(object: JsonObject, changes: Changes): Buffer {
  return applyEdits(object.body, editsOf(object, changes));
}

/** The edits that `splice` applies, in ascending order, for changes to several objects of one body. */
export function editsOf(object: JsonObject, changes: Changes): Edit[] {
  const edits: Edit[] = [];
  const missing = new Map(changes);
  /** End of the last member that stays, or -1. */
  let lastRetained = -1;
  /** Start of the current run of removed members, or -1. */
  let gap = -1;
  const last = object.isRepeated ? lastOfEachName(object) : undefined;
  for (const member of object.members) {
    const name = changedName(object, member, changes);
    const text = name === undefined ? undefined : changes.get(name);
    const isRemoved = (name !== undefined && text === undefined) || (last && !last.has(member));
    if (name !== undefined) missing.delete(name);
    if (isRemoved) {
      if (gap === -1) gap = lastRetained === -1 ? member.nameStart : lastRetained;
      continue;
    }
    if (gap !== -1) edits.push({ start: gap, end: member.nameStart, text: lastRetained === -1 ? '' : ',' });
    gap = -1;
    lastRetained = member.end;
    if (text !== undefined && !object.hasText(member, text))
      edits.push({ start: member.start, end: member.end, text });
  }
  const lastEnd = object.members.at(-1)?.end ?? object.inside;
  if (gap !== -1) edits.push({ start: gap, end: lastEnd, text: '' });
  let added = '';
  for (const [name, text] of missing) {
    if (text === undefined) continue;
    added += `${lastRetained === -1 && added === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  if (added !== '') edits.push({ start: lastEnd, end: lastEnd, text: added });
  return edits;
}

/**
 * Marks bodies that the gateway has changed. The client's body was checked before, and the gateway's own additions must not
 * make it exceed the limits.
 */
export const EDITED = Symbol('edited');
export type Edited = Buffer & { [EDITED]?: true };
/** No body below this number of bytes can exceed the limits, so the frequent small ones need no mark. */
const MARKED_FROM = 100_000;

/**
 * Applies edits to a body.
 * @param edits in ascending order, not overlapping
 */
export function applyEdits(body: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return body;
  let length = body.length;
  for (const { start, end, text } of edits) length += Buffer.byteLength(text) - (end - start);
  const result = Buffer.allocUnsafe(length);
  let from = 0;
  let to = 0;
  for (const { start, end, text } of edits) {
    to += body.copy(result, to, from, start);
    to += result.write(text, to);
    from = end;
  }
  body.copy(result, to, from);
  if (length >= MARKED_FROM) (result as Edited)[EDITED] = true;
  return result;
}

function lastOfEachName(object: JsonObject): Set<Member> {
  const last = new Map<string, Member>();
  for (const member of object.members) last.set(object.nameOf(member), member);
  return new Set(last.values());
}

function changedName(object: JsonObject, member: Member, changes: Changes): string | undefined {
  for (const name of changes.keys()) if (object.named(member, name)) return name;
  return undefined;
}
