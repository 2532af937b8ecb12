import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/audit-log.js';
import type { SignedIn } from '../../core/http/access/account.js';
import { confirmedUntil } from '../../core/http/access/confirmation.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { passwordMatches } from './passwords.js';
import { SignInThrottle } from './sign-in-throttle.js';
import { UsersRepository } from '../users.repository.js';

/**
 * Proofs that the owner of an account is at the browser. Changes that could hand the account over need one, or a session
 * that was opened or confirmed recently: an open session or a leaked access token is not enough.
 */
@Injectable()
export class IdentityProof {
  constructor(
    private readonly users: UsersRepository,
    private readonly throttle: SignInThrottle,
    private readonly audit: AuditLog,
  ) {}

  /** False for accounts that sign in by third parties only. */
  async hasPassword(accountId: number): Promise<boolean> {
    const user = await this.users.findLive(accountId);
    return user !== null && user.password !== '';
  }

  /**
   * @param password as entered; '' and undefined mean that none was given
   * @throws ApiError session_required with an access token, sign_in_again, and those of `check`
   */
  async require(account: SignedIn, password: string | undefined, origin: ClientOrigin): Promise<void> {
    if (account.session === undefined) throw new ApiError('session_required');
    if (password) return this.check(account, { password }, origin);
    if (Date.now() > confirmedUntil(account.session)) throw new ApiError('sign_in_again');
  }

  /**
   * Checks the password and records the result. A wrong one counts like a failed sign-in.
   * @throws ApiError original_password_wrong, sign_in_again if the account has no such proof, too_many_requests
   */
  async check(
    account: Pick<SignedIn, 'id' | 'username'>,
    { password }: { readonly password: string },
    origin: ClientOrigin,
  ): Promise<void> {
    const user = await this.users.findLive(account.id);
    if (user === null || user.password === '') throw new ApiError('sign_in_again');
    await this.throttle.begin(account.username, origin);
    const isRight = await passwordMatches(user.password, password);
    const action = isRight ? 'identity_confirmed' : 'identity_not_confirmed';
    await this.audit.note({ action, actor: account, details: { method: 'password' }, origin });
    if (!isRight) throw new ApiError('original_password_wrong');
    await this.throttle.succeeded(account.username, origin);
  }
}
