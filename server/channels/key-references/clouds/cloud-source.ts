import { ApiError } from '../../../contract/errors/api-error.js';
import type { KeyReferenceScheme } from '../../../contract/key-reference.js';
import { keyReferenceError, placeOf, type KeyReferenceProblem, type KeySource } from '../key-source.js';
import { CloudDenied } from './cloud-call.js';
import { secretPlace, secretValue } from './secret-member.js';

/** A source whose secrets have names, and may be JSON objects with members: `scheme:NAME` or `scheme:NAME#MEMBER`. */
export abstract class CloudSource implements KeySource {
  abstract readonly scheme: KeyReferenceScheme;
  abstract readonly missingVariable: string | undefined;

  async read(reference: string, signal: AbortSignal): Promise<string> {
    if (this.missingVariable !== undefined) throw keyReferenceError('key_reference_not_allowed', reference);
    const place = secretPlace(placeOf(reference), reference);
    try {
      const secret = await this.secret(place.name, signal);
      return secretValue(secret, place, reference);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw keyReferenceError(problemIn(error), reference);
    }
  }

  /**
   * The current value of a secret.
   * @throws SecretProblem, CloudDenied; any other error means that the cloud is away
   */
  protected abstract secret(name: string, signal: AbortSignal): Promise<string>;
}

/** The cloud, or the settings, say that a secret cannot be read. */
export class SecretProblem extends Error {
  constructor(readonly problem: KeyReferenceProblem) {
    super(problem);
  }
}

function problemIn(error: unknown): KeyReferenceProblem {
  if (error instanceof SecretProblem) return error.problem;
  return error instanceof CloudDenied ? 'key_reference_denied' : 'key_reference_unavailable';
}
