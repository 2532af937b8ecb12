import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NEVER_EXPIRES, TokenStatus } from '../contract/enums.js';
import { EventBus } from '../core/redis/events.js';
import { Token } from './token.entity.js';
import type { TokenIdentity } from './token-identity.js';

/** Stores that a token has expired or is exhausted, so that its owner sees why it does not work. */
@Injectable()
export class TokenExpiry {
  private readonly logger = new Logger('Tokens');

  constructor(
    private readonly dataSource: DataSource,
    private readonly events: EventBus,
  ) {}

  /**
   * Call with every token read from the database. Returns at once: the request itself is rejected by the same conditions,
   * whether or not the status is stored.
   */
  consider(token: TokenIdentity): void {
    const status = endOf(token);
    if (status === undefined) return;
    this.retire(token, status).catch((error: unknown) =>
      this.logger.warn(`token ${token.id} keeps its status for now: ${String(error)}`),
    );
  }

  private async retire({ id, remainQuota, expiredTime, user }: TokenIdentity, status: number): Promise<void> {
    // Only while the reason still applies: the owner may have changed the token meanwhile.
    const { affected } = await this.dataSource.manager.update(
      Token,
      {
        id,
        status: TokenStatus.enabled,
        ...(status === TokenStatus.expired ? { expiredTime } : { remainQuota, unlimitedQuota: false }),
      },
      { status },
    );
    if (affected === 1) await this.events.publish('token.changed', { id, userId: user.id });
  }
}

/** The status that an enabled token should have instead; undefined if it may stay enabled. */
function endOf({ status, expiredTime, remainQuota, unlimitedQuota }: TokenIdentity): number | undefined {
  if (status !== TokenStatus.enabled) return undefined;
  if (expiredTime !== NEVER_EXPIRES && expiredTime < Date.now() / 1000) return TokenStatus.expired;
  return !unlimitedQuota && remainQuota <= 0 ? TokenStatus.exhausted : undefined;
}
