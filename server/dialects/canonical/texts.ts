import type { CanonicalChat, TurnPart } from './chat.js';

/** All texts of a conversation that a user, an operator or a tool wrote: instructions, turns and tool results. */
export function textsOf(chat: CanonicalChat): string[] {
  return [
    ...chat.system.map(({ text }) => text),
    ...chat.turns.flatMap(({ parts }) => parts.flatMap(textsIn)),
  ];
}

function textsIn(part: TurnPart): string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'tool-result' ? part.parts.flatMap(textsIn) : [];
}
