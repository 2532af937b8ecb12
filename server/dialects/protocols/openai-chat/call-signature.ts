import { record, text } from '../../json/lenient.js';

/**
 * Where Google's own OpenAI layer puts the proof of the thoughts behind a call, and expects it back
 * (https://ai.google.dev/gemini-api/docs/thought-signatures); nothing where a call has none.
 */
export function signatureFields(signature: string | undefined): object {
  return signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } };
}

/** The proof in a call's `extra_content`; undefined when there is none. */
export function signatureIn(extra: unknown): string | undefined {
  return text(record(record(extra).google).thought_signature) || undefined;
}
