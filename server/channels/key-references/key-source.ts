import { ApiError } from '../../contract/errors/api-error.js';
import type { KeyReferenceScheme } from '../../contract/key-reference.js';

/** Codes of references that cannot be read. */
export type KeyReferenceProblem =
  | 'key_reference_invalid'
  | 'key_reference_not_allowed'
  | 'key_reference_missing'
  | 'key_reference_denied'
  | 'key_reference_unavailable';

/** A place where values of keys are stored. */
export interface KeySource {
  /** The first part of its references, before the colon. */
  readonly scheme: KeyReferenceScheme;
  /** The variable that switches it on; it is off. Absent: it is on. */
  readonly missingVariable?: string | undefined;
  /**
   * Reads a value. It is never logged or answered.
   * @param reference whole, with its scheme
   * @throws ApiError with a code of `KeyReferenceProblem`
   */
  read(reference: string, signal: AbortSignal): Promise<string>;
}

/** An error about a reference, which is no secret. Details of the source stay in it: they could have some of the value. */
export function keyReferenceError(code: KeyReferenceProblem, reference: string): ApiError {
  return new ApiError(code, { reference });
}

/** The part after the scheme. */
export function placeOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1);
}

/** A value without the line breaks at its end. @throws ApiError key_reference_missing for an empty one */
export function wholeValue(value: string, reference: string): string {
  const whole = value.replace(/[\r\n]+$/, '');
  if (whole.trim() === '') throw keyReferenceError('key_reference_missing', reference);
  return whole;
}
