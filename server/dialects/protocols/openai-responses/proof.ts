import type { CanonicalEvent, AnswerPart } from '../../canonical/events.js';

/**
 * What proves thoughts to the vendor that had them travels in `encrypted_content`, the member clients send back without
 * looking into it. Ours are marked, so that they are told from OpenAI's own, which no other vendor can read.
 */
const marks = { signature: 'tg.s.', redacted: 'tg.r.', call: 'tg.c.' } as const;

export type Proof =
  /** Of the thoughts in the same item. */
  | { of: 'thoughts'; signature: string }
  /** Thoughts nobody but their vendor can read. */
  | { of: 'redacted'; data: string }
  /** Of the tool call that follows. */
  | { of: 'call'; signature: string };

export function encryptedContent(proof: Proof): string {
  if (proof.of === 'redacted') return marks.redacted + proof.data;
  return (proof.of === 'call' ? marks.call : marks.signature) + proof.signature;
}

/** Undefined for what another gateway or vendor wrote. */
export function readProof(content: string): Proof | undefined {
  const rest = content.slice(marks.signature.length);
  if (content.startsWith(marks.signature)) return { of: 'thoughts', signature: rest };
  if (content.startsWith(marks.redacted)) return { of: 'redacted', data: rest };
  return content.startsWith(marks.call) ? { of: 'call', signature: rest } : undefined;
}

/** The proof a tool call carries, undefined for nearly all. */
export function callProof(call: { signature?: string } & (AnswerPart | CanonicalEvent)): string | undefined {
  return call.signature === undefined
    ? undefined
    : encryptedContent({ of: 'call', signature: call.signature });
}
