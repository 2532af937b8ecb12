import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import {
  enterScopes,
  leaveScopes,
  renewScopes,
  type AdmissionScope,
  type FullScope,
} from '../../core/redis/scripts/admission.js';

/** Part of a lease after which it is renewed: one that fails is tried again in time. */
const RENEWED_AFTER = 1 / 3;
/** Milliseconds until Redis is asked again to take a slot back. */
const GIVEN_BACK_AFTER_MS = 1000;
/** Slots that are renewed by one call. */
const AT_ONCE = 500;
/** Milliseconds a request may be in work at all; one that nobody ended by then is not renewed any more. */
const MAX_MS = 2 * 3_600_000;

/** A request that was let in to a channel with limits. */
export interface Admitted {
  readonly requestId: string;
  readonly scopes: readonly AdmissionScope[];
  /** Tokens counted when it was let in. */
  readonly tokens: number;
}

/** There is no room: in the channel, or only with this key of it. */
export interface Full {
  readonly waitMs: number;
  readonly ofKey: boolean;
}

/**
 * What channels and their keys may be asked for, counted in Redis for all processes together. Where requests at a time are
 * counted, each holds its slot by a lease that this process renews while the request is in work: streams and sessions take
 * an hour, and those of a process that died are forgotten soon.
 */
export class Admission {
  /** Requests in work that hold a slot, with when they got it. */
  private readonly running = new Map<Admitted, number>();
  private beat: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    /** Milliseconds after which a request whose server died no longer counts as running. */
    private readonly leaseMs: number,
    private readonly report: (problem: unknown, requestId: string) => void,
    /** Unix milliseconds. */
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Lets a request in to a channel and its key, or says what is full. Channels without
   * limits are not asked about. With Redis away it is let in: what it may cost is decided elsewhere.
   */
  async enter(
    requestId: string,
    channel: RoutableChannel,
    keyIndex: number,
    tokens: number,
  ): Promise<Admitted | Full | undefined> {
    const scopes = scopesOf(channel, keyIndex);
    if (scopes.length === 0) return undefined;
    const entered = await this.enterAll(requestId, scopes, tokens);
    if (!entered || 'scopes' in entered) return entered;
    return { waitMs: entered.waitMs, ofKey: entered.scope.limits === channel.setting.keyLimits };
  }

  /**
   * Counts one more session of a user, over all processes. With Redis away it is let in, and refused by the ledger.
   * @param most sessions at a time
   * @returns what `leave` takes back; 'full' when there are so many already
   */
  async enterSession(
    requestId: string,
    userId: number,
    most: number,
  ): Promise<Admitted | 'full' | undefined> {
    const scopes = [{ name: `sessions-of-user-${userId}`, limits: { concurrency: most } }];
    const entered = await this.enterAll(requestId, scopes, 0);
    return entered && 'scope' in entered ? 'full' : entered;
  }

  private async enterAll(
    requestId: string,
    scopes: readonly AdmissionScope[],
    tokens: number,
  ): Promise<Admitted | FullScope | undefined> {
    try {
      const full = await enterScopes(this.redis, requestId, this.leaseMs, tokens, scopes);
      if (full) return full;
    } catch (problem) {
      this.report(problem, requestId);
      // It may have been counted or not.
      if (scopes.some(holdsSlot)) void this.giveBack(requestId, scopes);
      return undefined;
    }
    const admitted = { requestId, scopes, tokens };
    if (scopes.some(holdsSlot)) this.keep(admitted);
    return admitted;
  }

  /** @param tokens it used; @param quota it cost */
  leave(admitted: Admitted, tokens: number, quota: number): void {
    const { requestId, scopes, tokens: estimated } = admitted;
    this.running.delete(admitted);
    leaveScopes(this.redis, requestId, Math.round(tokens - estimated), quota, scopes).catch(
      (problem: unknown) => {
        this.report(problem, requestId);
        if (scopes.some(holdsSlot)) void this.giveBack(requestId, scopes);
      },
    );
  }

  /** Nothing is renewed from now on. */
  stop(): void {
    clearInterval(this.beat);
    this.beat = undefined;
    this.running.clear();
  }

  /** Slots of a request that is not in work are given back as soon as Redis answers again, or end with their lease. */
  private async giveBack(requestId: string, scopes: readonly AdmissionScope[]): Promise<void> {
    for (const end = this.now() + this.leaseMs; this.now() < end;) {
      await sleep(GIVEN_BACK_AFTER_MS, undefined, { ref: false });
      try {
        return await leaveScopes(this.redis, requestId, 0, 0, scopes);
      } catch {
        // Told already; tried again.
      }
    }
  }

  private keep(admitted: Admitted): void {
    this.running.set(admitted, this.now());
    this.beat ??= setInterval(() => this.renew(), this.leaseMs * RENEWED_AFTER).unref();
  }

  private renew(): void {
    const slots: [scope: string, requestId: string][] = [];
    for (const [admitted, since] of this.running) {
      if (this.now() - since > MAX_MS) this.running.delete(admitted);
      else
        for (const scope of admitted.scopes)
          if (holdsSlot(scope)) slots.push([scope.name, admitted.requestId]);
    }
    if (slots.length === 0) return this.stop();
    for (let from = 0; from < slots.length; from += AT_ONCE)
      renewScopes(this.redis, this.leaseMs, slots.slice(from, from + AT_ONCE)).catch((problem: unknown) =>
        this.report(problem, ''),
      );
  }
}

function holdsSlot({ limits }: AdmissionScope): boolean {
  return (limits.concurrency ?? 0) > 0;
}

function scopesOf({ id, setting }: RoutableChannel, keyIndex: number): AdmissionScope[] {
  const scopes: AdmissionScope[] = [];
  if (setting.limits) scopes.push({ name: String(id), limits: setting.limits });
  if (setting.keyLimits) scopes.push({ name: `${id}:${keyIndex}`, limits: setting.keyLimits });
  return scopes;
}
