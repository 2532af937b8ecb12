import type { CanonicalTurn, TurnPart } from '../chat.js';

/**
 * Gives calls whose id an earlier call has another id, and their results with them. Some models number the calls of each
 * response from 0, and some providers reject ids that occur twice. The given turns are returned if all ids differ.
 * @param turns with results behind their calls
 */
export function withUniqueCallIds(turns: readonly CanonicalTurn[]): readonly CanonicalTurn[] {
  const used = new Set<string>();
  /** The number to try next, by id: trying all of them for each call takes minutes for thousands of calls with one id. */
  const numbers = new Map<string, number>();
  /** Ids of the calls of the latest turn, by the client's, and how many of them have a result. */
  let current = new Map<string, { readonly ids: string[]; answered: number }>();
  let isChanged = false;
  const unique = turns.map((turn) => {
    const calls = turn.parts.filter((part) => part.type === 'tool-call');
    if (calls.length > 0) current = new Map();
    const parts = turn.parts.map((part): TurnPart => {
      if (part.type === 'tool-call') {
        const id = freeId(part.id, used, numbers);
        used.add(id);
        const same = current.get(part.id);
        if (same) same.ids.push(id);
        else current.set(part.id, { ids: [id], answered: 0 });
        return id === part.id ? part : { ...part, id };
      }
      if (part.type !== 'tool-result') return part;
      const same = current.get(part.id);
      if (!same) return part;
      // Results beyond the calls belong to the last one.
      const id = same.ids[Math.min(same.answered++, same.ids.length - 1)]!;
      return id === part.id ? part : { ...part, id };
    });
    if (parts.every((part, index) => part === turn.parts[index])) return turn;
    isChanged = true;
    return { ...turn, parts };
  });
  return isChanged ? unique : turns;
}

function freeId(id: string, used: ReadonlySet<string>, numbers: Map<string, number>): string {
  let free = id;
  let number = numbers.get(id) ?? 2;
  for (; used.has(free); number++) free = `${id}_${number}`;
  numbers.set(id, number);
  return free;
}
