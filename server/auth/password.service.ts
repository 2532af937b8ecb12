import { Injectable, Logger } from '@nestjs/common';
import { AccessRefusals } from '../audit/refusals/refused-access.js';
import { UserStatus } from '../contract/enums.js';
import type { ClientOrigin } from '../core/http/access/devices.js';
import { ApiError } from '../contract/errors/api-error.js';
import { OptionsService } from '../options/options.service.js';
import { OwnAccountService } from '../users/own-account/own-account.service.js';
import { SignInThrottle } from '../users/passwords/sign-in-throttle.js';
import { isOutdated, passwordMatches, pretendToCheck } from '../users/passwords/passwords.js';
import type { User } from '../users/user.entity.js';
import type { SignInRequest } from '../contract/resources/accounts/auth.js';

/** A signed-in user, whether the password was the default one, and whether the browser is new. */
export interface SignedInUser {
  readonly user: User;
  readonly defaultPassword: boolean;
}

/** The first step of a sign-in: a name or e-mail address and a password. */
@Injectable()
export class PasswordService {
  private readonly logger = new Logger('Sign-in');

  constructor(
    private readonly options: OptionsService,
    private readonly own: OwnAccountService,
    private readonly throttle: SignInThrottle,
    private readonly refusals: AccessRefusals,
  ) {}

  /** The error is the same for all reasons, so that it does not reveal which names exist. */
  async signIn({ username, password }: SignInRequest, origin: ClientOrigin): Promise<SignedInUser> {
    const user = await this.own.findByNameOrEmail(username);
    const name = user?.username ?? username;
    const refused = async (reason: string, error: ApiError) => {
      const details = { method: 'password', reason };
      await this.refusals.record({ action: 'sign_in_failed', name, userId: user?.id ?? 0, origin, details });
      return error;
    };
    if (!this.options.get('PasswordLoginEnabled'))
      throw await refused('password_login_disabled', new ApiError('password_login_disabled'));
    await this.throttle.begin(name, origin).catch(async (error: unknown) => {
      throw error instanceof ApiError ? await refused(error.code, error) : error;
    });
    if (user === undefined) await pretendToCheck(password);
    const isRight = user !== undefined && (await passwordMatches(user.password, password));
    if (!isRight || user.status !== UserStatus.enabled) {
      const reason = user === undefined ? 'unknown_name' : isRight ? 'user_banned' : 'password_wrong';
      throw await refused(reason, new ApiError('credentials_wrong'));
    }
    if (isOutdated(user.password)) await this.own.rehash(user, password);
    const defaultPassword = await this.own.hasDefaultPassword(user);
    if (defaultPassword && !origin.isLocal)
      throw await refused('default_password_remote', new ApiError('default_password_remote'));
    if (defaultPassword)
      this.logger.warn(`${user.username} signed in with the default password, from ${origin.address}`);
    return { user, defaultPassword };
  }
}
