import type { CanonicalTurn, TextPart } from './chat.js';

/** The marker that other text of the user is unlikely to hold; agents use the same form for reminders. */
const OPEN = '<system-instruction>';
const CLOSE = '</system-instruction>';

/** An instruction in the middle of a conversation, for providers that take instructions only at its beginning. */
export function asUserTurn(turn: CanonicalTurn): CanonicalTurn {
  if (turn.role !== 'system') return turn;
  return { role: 'user', parts: turn.parts.flatMap(marked) };
}

function marked(part: CanonicalTurn['parts'][number]): TextPart[] {
  if (part.type !== 'text' || part.text.trim() === '') return [];
  return [{ ...part, text: `${OPEN}\n${part.text}\n${CLOSE}` }];
}

/**
 * Puts instructions that stand between tool calls and their results behind the results: every provider wants results
 * directly behind their calls.
 */
export function behindResults(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const ordered: CanonicalTurn[] = [];
  let held: CanonicalTurn[] = [];
  for (const turn of turns) {
    const last = ordered.at(-1);
    const isWaiting = last?.role === 'assistant' && last.parts.some(({ type }) => type === 'tool-call');
    if (turn.role === 'system' && isWaiting) held.push(turn);
    else {
      // Something else than results followed: the instructions stay where they were.
      if (turn.parts.some(({ type }) => type === 'tool-result')) ordered.push(turn, ...held);
      else ordered.push(...held, turn);
      held = [];
    }
  }
  return [...ordered, ...held];
}
