import type { CanonicalTurn, TurnPart } from '../chat.js';
import { asUserTurn } from './instructions.js';

/** A turn for providers whose messages are plain text, with or without attachments. */
export interface TextTurn {
  readonly role: 'user' | 'assistant';
  /** '' if the turn has media only. */
  readonly text: string;
  readonly media: readonly MediaPart[];
}

export type MediaPart = Extract<TurnPart, { type: 'image' | 'file' | 'audio' }>;

/**
 * The conversation as plain texts: tool calls and their results become text, reasoning is left out. Consecutive
 * turns of one role become one turn; turns without text and media are dropped.
 */
export function textTurns(turns: readonly CanonicalTurn[]): TextTurn[] {
  const names = new Map<string, string>();
  const joined: { role: TextTurn['role']; pieces: string[]; media: MediaPart[] }[] = [];
  for (const turn of turns.map(asUserTurn)) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const pieces = turn.parts.map((part) => textOf(part, names)).filter((piece) => piece.trim() !== '');
    const media = turn.parts.flatMap(mediaIn);
    const last = joined.at(-1);
    if (pieces.length === 0 && media.length === 0) continue;
    if (last?.role === role) {
      // One by one: a turn may have more parts than a function may have arguments.
      for (const piece of pieces) last.pieces.push(piece);
      for (const part of media) last.media.push(part);
    } else joined.push({ role, pieces, media });
  }
  return joined.map(({ pieces, ...turn }) => ({ ...turn, text: pieces.join('\n') }));
}

/**
 * The conversation for providers that have no tools: calls and results become texts. Images in results remain.
 */
export function withoutTools(turns: readonly CanonicalTurn[]): CanonicalTurn[] {
  const names = new Map<string, string>();
  return turns.map((turn) => ({
    ...turn,
    parts: turn.parts.flatMap((part): TurnPart[] => {
      if (part.type !== 'tool-call' && part.type !== 'tool-result') return [part];
      return [{ type: 'text', text: textOf(part, names) }, ...mediaIn(part)];
    }),
  }));
}

/** @param names tool names by call id, collected from the conversation so far */
function textOf(part: TurnPart, names: Map<string, string>): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-call':
      names.set(part.id, part.name);
      return toolCallText(part.name, part.arguments);
    case 'tool-result': {
      const result = part.parts.map((inner) => (inner.type === 'text' ? inner.text : '')).join('');
      return toolResultText(part.name ?? names.get(part.id) ?? part.id, result);
    }
    case 'image':
    case 'file':
    case 'audio':
    case 'reasoning':
    case 'reasoning-redacted':
      return '';
  }
}

/** A tool call as text, for providers without tools. */
export function toolCallText(name: string, input: string): string {
  return `Tool call: ${name}(${input})`;
}

/** A tool result as text, for providers without tools. */
export function toolResultText(name: string, result: string): string {
  return `Tool result of ${name}: ${result}`;
}

function mediaIn(part: TurnPart): MediaPart[] {
  if (part.type === 'tool-result') return part.parts.filter((inner) => inner.type === 'image');
  return part.type === 'image' || part.type === 'file' || part.type === 'audio' ? [part] : [];
}
