import type { CanonicalTurn, TextPart } from '../chat.js';

/** Marker that user text is unlikely to contain; agents use the same form for reminders. */
const OPEN = '<system-instruction>';
const CLOSE = '</system-instruction>';

/** Turns a mid-conversation instruction into a user turn, for providers that accept instructions only at the beginning. */
export function asUserTurn(turn: CanonicalTurn): CanonicalTurn {
  if (turn.role !== 'system') return turn;
  return { role: 'user', parts: turn.parts.flatMap(marked) };
}

function marked(part: CanonicalTurn['parts'][number]): TextPart[] {
  if (part.type !== 'text' || part.text.trim() === '') return [];
  return [{ ...part, text: markedInstruction(part.text) }];
}

/** An instruction as text of the user. */
export function markedInstruction(text: string): string {
  return `${OPEN}\n${text}\n${CLOSE}`;
}

/**
 * Moves instructions that stand between tool calls and their results behind the results, because every provider requires
 * results directly after their calls.
 */
export function behindResults(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const ordered: CanonicalTurn[] = [];
  let held: CanonicalTurn[] = [];
  for (const turn of turns) {
    const last = ordered.at(-1);
    const isWaiting = last?.role === 'assistant' && last.parts.some(({ type }) => type === 'tool-call');
    if (turn.role === 'system' && isWaiting) held.push(turn);
    else {
      const isResult = turn.parts.some(({ type }) => type === 'tool-result');
      if (isResult) ordered.push(turn);
      // One by one: a conversation may have more turns than a function may have arguments.
      for (const instruction of held) ordered.push(instruction);
      // The calls are not followed by results, so the instructions keep their position.
      if (!isResult) ordered.push(turn);
      held = [];
    }
  }
  return [...ordered, ...held];
}
