import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EventBus } from '../core/redis/events.js';
import { Token } from './token.entity.js';
import type { TokenIdentity } from './token-identity.js';

const ENABLED = 1;
const EXPIRED = 3;
const EXHAUSTED = 4;
const NEVER = -1;

/** Writes down that a token has expired or is used up, so that its owner sees why it does not work. */
@Injectable()
export class TokenExpiry {
  private readonly logger = new Logger('Tokens');

  constructor(
    private readonly dataSource: DataSource,
    private readonly events: EventBus,
  ) {}

  /**
   * To be told of every token as read from the database. Returns at once: the request that met the token is refused by
   * the same facts, whether or not the status is written.
   */
  consider(token: TokenIdentity): void {
    const status = endOf(token);
    if (status === undefined) return;
    this.retire(token, status).catch((error: unknown) =>
      this.logger.warn(`token ${token.id} keeps its status for now: ${String(error)}`),
    );
  }

  private async retire({ id, remainQuota, expiredTime, user }: TokenIdentity, status: number): Promise<void> {
    // Only as long as the reason is still what was read: its owner may have changed it meanwhile.
    const { affected } = await this.dataSource.manager.update(
      Token,
      {
        id,
        status: ENABLED,
        ...(status === EXPIRED ? { expiredTime } : { remainQuota, unlimitedQuota: false }),
      },
      { status },
    );
    if (affected === 1) await this.events.publish('token.changed', { id, userId: user.id });
  }
}

/** The status a token should have, if it is enabled and should not be. */
function endOf({ status, expiredTime, remainQuota, unlimitedQuota }: TokenIdentity): number | undefined {
  if (status !== ENABLED) return undefined;
  if (expiredTime !== NEVER && expiredTime < Date.now() / 1000) return EXPIRED;
  return !unlimitedQuota && remainQuota <= 0 ? EXHAUSTED : undefined;
}
