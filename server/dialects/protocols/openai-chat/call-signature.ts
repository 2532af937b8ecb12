import { record, text } from '../../json/lenient.js';

/**
 * The place where Google's OpenAI-compatible API sends the signature of the reasoning behind a call and expects it back
 * (https://ai.google.dev/gemini-api/docs/thought-signatures). No fields for calls without a signature.
 */
export function signatureFields(signature: string | undefined): object {
  return signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } };
}

/** The signature in a call's `extra_content`; undefined when there is none. */
export function signatureIn(extra: unknown): string | undefined {
  return text(record(record(extra).google).thought_signature) || undefined;
}
