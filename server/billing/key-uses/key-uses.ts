import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../core/cache-limit.js';
import { columnText } from '../../core/postgres/postgres-text.js';
import { RepeatedWarnings } from '../../core/repeated-warnings.js';
import type { KeyUse } from './key-use.entity.js';
import { KeyUsesRepository } from './key-uses.repository.js';

/** Milliseconds until uses are written, together. */
const WRITE_AFTER_MS = 2000;
/** Milliseconds for which further uses of the same kind are not noted. */
const NOTED_MS = 60_000;
/** Tokens that this process remembers; with more of them in a minute, some are written more than once. */
const MAX_NOTED = 100_000;
/** Characters of a user agent that are kept. */
const MAX_AGENT_LENGTH = 300;

/** Which use of a token a row is about. */
export const KeyUseKind = {
  /** Accepted, with the token's key. */
  current: 1,
  /** Accepted, with the key that was replaced. */
  former: 2,
  /** Refused: because of the state, the addresses or the scopes of the token, or of its owner. */
  refused: 3,
} as const;
export type KeyUseKind = (typeof KeyUseKind)[keyof typeof KeyUseKind];

/** When and by whom a key is used. */
export interface KeyUseOrigin {
  /** Unix milliseconds. */
  readonly at: number;
  /** A function, because it is needed once a minute. Undefined: the client has left. */
  readonly clientIp: () => string | undefined;
  /** Undefined: the client sent none. */
  readonly userAgent: string | undefined;
}

/**
 * Notes when and from where tokens were used last. A request costs one look-up in memory: the first use of a token in a minute is
 * noted, and all noted uses of a process are written in one statement a few seconds later. What is not written when the process is
 * killed, or while Postgres is unavailable, is lost.
 */
@Injectable()
export class KeyUses implements BeforeApplicationShutdown {
  private readonly logger = new Logger('KeyUses');
  private readonly warnings = new RepeatedWarnings(this.logger);
  /** Unix milliseconds of the last noted use, by token and kind. */
  private readonly noted = new LRUCache<number, number>(maxEntries(MAX_NOTED));
  private waiting = new Map<number, KeyUse>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  constructor(private readonly uses: KeyUsesRepository) {}

  /**
   * Never fails and waits for nothing.
   * @param refusal the error code; '' if the key was accepted
   */
  note(
    tokenId: number,
    kind: KeyUseKind,
    { at, clientIp, userAgent = '' }: KeyUseOrigin,
    refusal = '',
  ): void {
    const place = placeOf(tokenId, kind);
    const before = this.noted.peek(place);
    if (before !== undefined && at - before < NOTED_MS) return;
    this.noted.set(place, at);
    this.waiting.set(place, {
      tokenId,
      kind,
      usedAt: Math.floor(at / 1000),
      address: clientIp() ?? '',
      userAgent: columnText(userAgent).slice(0, MAX_AGENT_LENGTH),
      refusal,
    });
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.writing = this.write();
    }, WRITE_AFTER_MS).unref();
  }

  /** Writes what is noted now instead of later. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
    await this.write();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async write(): Promise<void> {
    const { waiting } = this;
    if (waiting.size === 0) return;
    this.waiting = new Map();
    try {
      await this.uses.write([...waiting.values()]);
      this.warnings.clear();
    } catch (error) {
      // The next uses are noted at once.
      for (const place of waiting.keys()) this.noted.delete(place);
      this.warnings.warn(`last uses of ${waiting.size} keys not written: ${String(error)}`);
    }
  }
}

function placeOf(tokenId: number, kind: KeyUseKind): number {
  return tokenId * 4 + kind;
}
