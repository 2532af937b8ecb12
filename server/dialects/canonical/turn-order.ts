import type { CanonicalTurn, TurnPart } from './chat.js';

/** Stands for a turn without content. */
export const SILENCE = '...';
/** Stands between tool results and a user's turn where the provider requires a turn of the assistant there. */
export const AFTER_RESULTS = 'I have the results.';

/**
 * Moves tool results directly behind the turn with their calls, in the order of the calls, as every provider requires. In
 * Responses anything may stand between them, in Messages consecutive turns of the user count as one, and results may come in
 * any order. What remains of the turn that directly follows the calls stays with the results; other turns keep their
 * position. The given turns are returned if nothing is to be moved.
 */
export function resultsBehindCalls(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const ordered: CanonicalTurn[] = [];
  /** Results that were moved ahead. */
  const moved = new Set<TurnPart>();
  for (const [index, turn] of turns.entries()) {
    const rest = moved.size === 0 ? turn : without(turn, moved);
    if (rest.parts.length === 0 && turn.parts.length > 0) continue;
    ordered.push(rest);
    const calls = turn.role === 'assistant' ? callsIn(turn) : [];
    if (calls.length === 0) continue;
    const results = resultsOf(calls, turns, index);
    if (results.length === 0) continue;
    const next = turns[index + 1];
    const follows = next?.role === 'user' && next.parts.some((part) => results.includes(part));
    const others = follows ? next.parts.filter((part) => !results.includes(part)) : [];
    for (const part of [...results, ...others]) moved.add(part);
    ordered.push({ role: 'user', parts: [...results, ...others] });
  }
  return ordered;
}

function callsIn(turn: CanonicalTurn): string[] {
  return turn.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
}

/** The results of these calls. Ids may be used again by a later turn, whose results are its own. */
function resultsOf(calls: readonly string[], turns: readonly CanonicalTurn[], index: number): TurnPart[] {
  const open = new Set(calls);
  const found = new Map<string, TurnPart>();
  for (let at = index + 1; at < turns.length && open.size > 0; at++) {
    const { role, parts } = turns[at]!;
    for (const part of parts) {
      if (role === 'assistant' && part.type === 'tool-call') open.delete(part.id);
      else if (part.type === 'tool-result' && open.delete(part.id)) found.set(part.id, part);
    }
  }
  return calls.flatMap((id) => found.get(id) ?? []);
}

function without(turn: CanonicalTurn, moved: ReadonlySet<TurnPart>): CanonicalTurn {
  const parts = turn.parts.filter((part) => !moved.has(part));
  return parts.length === turn.parts.length ? turn : { ...turn, parts };
}

/** Puts a turn of the user without content before a conversation that the assistant begins. */
export function withUserFirst(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const isAssistants = turns.find(({ role }) => role !== 'system')?.role === 'assistant';
  const silence: CanonicalTurn = { role: 'user', parts: [{ type: 'text', text: SILENCE }] };
  return isAssistants ? [silence, ...turns] : [...turns];
}

/** Joins consecutive turns of one role. */
export function joinedTurns(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const joined: CanonicalTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role)
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...turn.parts] };
    else joined.push(turn);
  }
  return joined;
}

/**
 * Puts a short turn of the assistant between tool results and what the user says after them, in the same turn or the next
 * one. Images of results count as the user's, because they are sent in a message of the user.
 */
export function withAssistantAfterResults(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const between: CanonicalTurn = { role: 'assistant', parts: [{ type: 'text', text: AFTER_RESULTS }] };
  const spaced: CanonicalTurn[] = [];
  let afterResults = false;
  for (const turn of turns) {
    const results = turn.role === 'user' ? turn.parts.filter(({ type }) => type === 'tool-result') : [];
    if (results.length === 0) {
      if (afterResults && turn.role === 'user') spaced.push(between);
      spaced.push(turn);
      afterResults = false;
      continue;
    }
    const images = results.flatMap((part) => (part.type === 'tool-result' ? part.parts.filter(isImage) : []));
    const others = [...images, ...turn.parts.filter(({ type }) => type !== 'tool-result')];
    const texts = images.length === 0 ? results : results.map(withoutImages);
    spaced.push({ role: 'user', parts: texts });
    if (others.length > 0) spaced.push(between, { role: 'user', parts: others });
    afterResults = others.length === 0;
  }
  return spaced;
}

function isImage(part: TurnPart): part is Extract<TurnPart, { type: 'image' }> {
  return part.type === 'image';
}

function withoutImages(part: TurnPart): TurnPart {
  return part.type === 'tool-result'
    ? { ...part, parts: part.parts.filter((inner) => !isImage(inner)) }
    : part;
}
