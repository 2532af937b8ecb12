import type { CanonicalTurn, TurnPart } from './chat.js';

/**
 * Gives calls whose id an earlier call has another id, and their results with them. Some models number the calls of each
 * response from 0, and some providers reject ids that occur twice. The given turns are returned if all ids differ.
 * @param turns with results behind their calls
 */
export function withUniqueCallIds(turns: readonly CanonicalTurn[]): readonly CanonicalTurn[] {
  const used = new Set<string>();
  /** Ids of the calls of the latest turn, by the client's. */
  let current = new Map<string, string>();
  let isChanged = false;
  const unique = turns.map((turn) => {
    const calls = turn.parts.filter((part) => part.type === 'tool-call');
    if (calls.length > 0) current = new Map();
    const parts = turn.parts.map((part): TurnPart => {
      if (part.type === 'tool-call') {
        const id = freeId(part.id, used);
        used.add(id);
        current.set(part.id, id);
        return id === part.id ? part : { ...part, id };
      }
      const id = part.type === 'tool-result' ? current.get(part.id) : undefined;
      return part.type !== 'tool-result' || id === undefined || id === part.id ? part : { ...part, id };
    });
    if (parts.every((part, index) => part === turn.parts[index])) return turn;
    isChanged = true;
    return { ...turn, parts };
  });
  return isChanged ? unique : turns;
}

function freeId(id: string, used: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; used.has(free); number++) free = `${id}_${number}`;
  return free;
}
