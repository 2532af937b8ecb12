import type { CanonicalEvent, AnswerPart } from '../../canonical/events.js';

/**
 * Signatures of reasoning are sent in `encrypted_content`, which clients return unread. The gateway's own values have a
 * prefix that distinguishes them from OpenAI's, which no other provider can read.
 */
const marks = { signature: 'tg.s.', redacted: 'tg.r.', call: 'tg.c.' } as const;

/** Begins the `encrypted_content` of compactions that the gateway encrypted. */
export const COMPACTION_MARK = 'tg.k.';

export type EncryptedReasoning =
  /** Signature of the reasoning in the same item. */
  | { of: 'thoughts'; signature: string }
  /** Reasoning that only its provider can read. */
  | { of: 'redacted'; data: string }
  /** Signature of the tool call that follows. */
  | { of: 'call'; signature: string };

export function encryptedContent(reasoning: EncryptedReasoning): string {
  if (reasoning.of === 'redacted') return marks.redacted + reasoning.data;
  return (reasoning.of === 'call' ? marks.call : marks.signature) + reasoning.signature;
}

/** Undefined for values of other gateways and providers. */
export function readEncryptedContent(content: string): EncryptedReasoning | undefined {
  const rest = content.slice(marks.signature.length);
  if (content.startsWith(marks.signature)) return { of: 'thoughts', signature: rest };
  if (content.startsWith(marks.redacted)) return { of: 'redacted', data: rest };
  return content.startsWith(marks.call) ? { of: 'call', signature: rest } : undefined;
}

/** The encoded signature of a tool call; undefined for most calls. */
export function encryptedCallSignature(
  call: { signature?: string } & (AnswerPart | CanonicalEvent),
): string | undefined {
  return call.signature === undefined
    ? undefined
    : encryptedContent({ of: 'call', signature: call.signature });
}
