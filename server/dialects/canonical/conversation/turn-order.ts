import type { CanonicalTurn, TurnPart } from '../chat.js';

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
  const resultsByTurn = matchedResults(turns);
  /** Results that were moved ahead. */
  const moved = new Set<TurnPart>();
  for (const [index, turn] of turns.entries()) {
    const rest = moved.size === 0 ? turn : without(turn, moved);
    if (rest.parts.length === 0 && turn.parts.length > 0) continue;
    ordered.push(rest);
    const results = resultsByTurn[index]!;
    if (results.length === 0) continue;
    const own = new Set(results);
    const next = turns[index + 1];
    const follows = next?.role === 'user' && next.parts.some((part) => own.has(part));
    const others = follows ? next.parts.filter((part) => !own.has(part)) : [];
    const parts = [...results, ...others];
    for (const part of parts) moved.add(part);
    ordered.push({ role: 'user', parts });
  }
  return ordered;
}

/**
 * The results of the calls of each turn, in the order of the calls, in time proportional to the conversation. Ids may be used
 * again by a later turn, whose results are its own; of calls of one turn with the same id, the first has the first result.
 */
function matchedResults(turns: readonly CanonicalTurn[]): TurnPart[][] {
  interface Call {
    readonly id: string;
    result?: TurnPart;
  }
  /** Calls that wait for a result, by id, the first one last. */
  const waiting = new Map<string, Call[]>();
  const callsByTurn = turns.map(({ role, parts }) => {
    const calls: Call[] = [];
    for (const part of parts) {
      if (role === 'assistant' && part.type === 'tool-call') calls.push({ id: part.id });
      if (part.type !== 'tool-result') continue;
      const call = waiting.get(part.id)?.pop();
      if (call) call.result = part;
    }
    for (const { id } of calls) waiting.delete(id);
    for (const call of calls.toReversed()) {
      const others = waiting.get(call.id);
      if (others) others.push(call);
      else waiting.set(call.id, [call]);
    }
    return calls;
  });
  return callsByTurn.map((calls) => calls.flatMap(({ result }) => result ?? []));
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

/** Joins consecutive turns of one role, in time proportional to the conversation. */
export function joinedTurns(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const joined: CanonicalTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role !== turn.role) joined.push({ ...turn, parts: [...turn.parts] });
    else for (const part of turn.parts) last.parts.push(part);
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
