import type { CanonicalTurn, TextPart, TurnPart } from '../../server/dialects/canonical/chat.js';

/** Turns of a conversation and their parts, in canonical form. */
export const user = (...parts: TurnPart[]): CanonicalTurn => ({ role: 'user', parts });
export const assistant = (...parts: TurnPart[]): CanonicalTurn => ({ role: 'assistant', parts });
export const system = (...parts: TurnPart[]): CanonicalTurn => ({ role: 'system', parts });

export const text = (content: string): TextPart => ({ type: 'text', text: content });

export const call = (id: string, callArguments = '{}') => ({
  type: 'tool-call' as const,
  id,
  name: 'f',
  arguments: callArguments,
});

export const result = (id: string, content = id) => ({
  type: 'tool-result' as const,
  id,
  parts: [text(content)],
});

export const image = {
  type: 'image' as const,
  source: { type: 'url' as const, url: 'https://x.test/i.png' },
};

export const thought = (content: string, signature?: string) => ({
  type: 'reasoning' as const,
  text: content,
  ...(signature !== undefined && { signature }),
});

export const redacted = (data: string) => ({ type: 'reasoning-redacted' as const, data });
