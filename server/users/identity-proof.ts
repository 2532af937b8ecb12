import { Injectable } from '@nestjs/common';
import type { SignedIn } from '../core/http/account.js';
import type { ClientOrigin } from '../core/http/devices.js';
import { ApiError } from '../contract/errors/api-error.js';
import { passwordMatches } from './passwords.js';
import { SignInThrottle } from './sign-in-throttle.js';
import { UsersRepository } from './users.repository.js';

/** How long a sign-in proves that the owner is at the browser. */
const RECENT_SIGN_IN_MS = 600_000;

/**
 * Re-authentication before changes that could hand an account over: the password, or a recent sign-in. An open session
 * or a leaked access token is not enough.
 */
@Injectable()
export class IdentityProof {
  constructor(
    private readonly users: UsersRepository,
    private readonly throttle: SignInThrottle,
  ) {}

  /**
   * @param password as entered; '' and undefined mean that none was given
   * @throws ApiError session_required with an access token, original_password_wrong, sign_in_again, too_many_requests
   */
  async require(account: SignedIn, password: string | undefined, origin: ClientOrigin): Promise<void> {
    if (account.session === undefined) throw new ApiError('session_required');
    if (password) return this.checkPassword(account, password, origin);
    if (Date.now() - account.session.signedInAt > RECENT_SIGN_IN_MS) throw new ApiError('sign_in_again');
  }

  /**
   * Checks the password; a wrong one counts like a failed sign-in.
   * @throws ApiError original_password_wrong, too_many_requests
   */
  async checkPassword(
    { id, username }: Pick<SignedIn, 'id' | 'username'>,
    password: string,
    origin: ClientOrigin,
  ): Promise<void> {
    const user = await this.users.findLive(id);
    await this.throttle.begin(username, origin);
    if (user === null || !(await passwordMatches(user.password, password)))
      throw new ApiError('original_password_wrong');
    await this.throttle.succeeded(username, origin);
  }
}
