import type { CanonicalTurn, TurnPart } from './chat.js';
import { asUserTurn } from './instructions.js';

/** A turn for providers whose messages are plain text. */
export interface TextTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/**
 * The conversation as plain texts: tool calls and their results are described in words, reasoning and media are left out.
 * Consecutive turns of one role become one turn; turns without text are dropped.
 */
export function textTurns(turns: readonly CanonicalTurn[]): TextTurn[] {
  const names = new Map<string, string>();
  const texts: { role: TextTurn['role']; text: string }[] = [];
  for (const turn of turns.map(asUserTurn)) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const text = turn.parts
      .map((part) => textOf(part, names))
      .filter((piece) => piece.trim() !== '')
      .join('\n');
    const last = texts.at(-1);
    if (text === '') continue;
    if (last?.role === role) last.text += `\n${text}`;
    else texts.push({ role, text });
  }
  return texts;
}

/** @param names tool names by call id, collected from the conversation so far */
function textOf(part: TurnPart, names: Map<string, string>): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-call':
      names.set(part.id, part.name);
      return `Tool call: ${part.name}(${part.arguments})`;
    case 'tool-result': {
      const result = part.parts.map((inner) => (inner.type === 'text' ? inner.text : '')).join('');
      return `Tool result of ${part.name ?? names.get(part.id) ?? part.id}: ${result}`;
    }
    case 'image':
    case 'file':
    case 'audio':
    case 'reasoning':
    case 'reasoning-redacted':
      return '';
  }
}
