import { Injectable, Logger } from '@nestjs/common';
import { TokenStatus } from '../contract/enums.js';
import { hasExpired } from '../contract/resources/token.js';
import { EventBus } from '../core/redis/events.js';
import type { TokenIdentity } from './token-identity.js';
import { TokensRepository } from './tokens.repository.js';

/** Stores that a token has expired or is exhausted, so that its owner sees why it does not work. */
@Injectable()
export class TokenExpiry {
  private readonly logger = new Logger('Tokens');

  constructor(
    private readonly tokens: TokensRepository,
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

  private async retire(token: TokenIdentity, status: number): Promise<void> {
    if (await this.tokens.markEnded(token, status))
      await this.events.publish('token.changed', { id: token.id, userId: token.user.id });
  }
}

/** The status that an enabled token should have instead; undefined if it may stay enabled. */
function endOf({ status, expiredTime, remainQuota, unlimitedQuota }: TokenIdentity): number | undefined {
  if (status !== TokenStatus.enabled) return undefined;
  if (hasExpired(expiredTime, Date.now() / 1000)) return TokenStatus.expired;
  return !unlimitedQuota && remainQuota <= 0 ? TokenStatus.exhausted : undefined;
}
