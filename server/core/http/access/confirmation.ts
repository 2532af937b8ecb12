import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { SignedIn } from './account.js';

/** How long a sign-in or a confirmation proves that the owner is at the browser, milliseconds. */
const CONFIRMED_MS = 600_000;

/** What the operator decided about sensitive actions; a feature provides it under `CONFIRMATION_RULES`. */
export interface ConfirmationRules {
  /** Sessions need a recent confirmation. */
  readonly isRequired: boolean;
  /** System access tokens are refused. Admin keys are not: each was made for its scopes by a confirmed session. */
  readonly needsSession: boolean;
}
export const CONFIRMATION_RULES = Symbol('confirmation rules');

/**
 * Unix ms until which a session needs no confirmation; in the past if it needs one.
 * @param session as the guard read it
 */
export function confirmedUntil({ confirmedAt }: { readonly confirmedAt: number }): number {
  return confirmedAt + CONFIRMED_MS;
}

/**
 * Sensitive actions: an open session is not enough, because the browser may have been left open or the cookie stolen. The
 * owner must have signed in, or confirmed who they are, within the last ten minutes.
 */
@Injectable()
export class Confirmation {
  constructor(@Inject(CONFIRMATION_RULES) private readonly rules: () => ConfirmationRules) {}

  /** @throws ApiError confirmation_required; session_required with an access token where the operator refuses those */
  require({ by, session }: SignedIn): void {
    const { isRequired, needsSession } = this.rules();
    if (session === undefined) {
      if (needsSession && by === 'access-token') throw new ApiError('session_required');
      return;
    }
    if (isRequired) this.demand({ session });
  }

  /**
   * The same where another option asks for it, whatever the one for sensitive actions says.
   * @throws ApiError session_required, confirmation_required
   */
  demand({ session }: Pick<SignedIn, 'session'>): void {
    if (session === undefined) throw new ApiError('session_required');
    if (Date.now() > confirmedUntil(session)) throw new ApiError('confirmation_required');
  }
}
