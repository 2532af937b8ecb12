import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { UserStatus } from '../contract/enums.js';
import type { ClientOrigin } from '../core/http/devices.js';
import { ApiError } from '../contract/errors/api-error.js';
import { OptionsService } from '../options/options.service.js';
import { OwnAccountService } from '../users/own-account.service.js';
import { SignInThrottle } from '../users/sign-in-throttle.js';
import { isOutdated, passwordMatches, pretendToCheck } from '../users/passwords.js';
import type { User } from '../users/user.entity.js';
import type { SignInRequest } from '../contract/resources/auth.js';

/** A signed-in user, and whether the password was the default one. */
export interface SignedInUser {
  readonly user: User;
  readonly defaultPassword: boolean;
}

/** Characters of a tried name that the audit log keeps. */
const MAX_NAME_LENGTH = 64;

/** The first step of a sign-in: a name or e-mail address and a password. */
@Injectable()
export class PasswordService {
  private readonly logger = new Logger('Sign-in');

  constructor(
    private readonly options: OptionsService,
    private readonly own: OwnAccountService,
    private readonly throttle: SignInThrottle,
    private readonly audit: AuditLog,
  ) {}

  /** The error is the same for all reasons, so that it does not reveal which names exist. */
  async signIn({ username, password }: SignInRequest, origin: ClientOrigin): Promise<SignedInUser> {
    if (!this.options.get('PasswordLoginEnabled')) throw new ApiError('password_login_disabled');
    const user = await this.own.findByNameOrEmail(username);
    const name = user?.username ?? username;
    await this.throttle.begin(name, origin);
    if (user === undefined) await pretendToCheck(password);
    if (
      user === undefined ||
      !(await passwordMatches(user.password, password)) ||
      user.status !== UserStatus.enabled
    ) {
      await this.audit.note({
        action: 'sign_in_failed',
        actor: { id: 0, username: name.slice(0, MAX_NAME_LENGTH) },
        userId: user?.id ?? 0,
        origin,
      });
      throw new ApiError('credentials_wrong');
    }
    if (isOutdated(user.password)) await this.own.rehash(user, password);
    const defaultPassword = await this.own.hasDefaultPassword(user);
    if (defaultPassword && !origin.isLocal) throw new ApiError('default_password_remote');
    if (defaultPassword)
      this.logger.warn(`${user.username} signed in with the default password, from ${origin.address}`);
    return { user, defaultPassword };
  }
}
