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
import { channelScopes, renewalOf, sessionScope, takesSlot } from './admission-scopes.js';

/** Share of the lease time after which leases are renewed; a failed renewal is repeated before the lease expires. */
const RENEWED_AFTER = 1 / 3;
/** Milliseconds between two tries to return a slot to Redis. */
const GIVEN_BACK_AFTER_MS = 1000;

/** A request that was admitted to a channel with limits. */
export interface Admitted {
  readonly requestId: string;
  readonly scopes: readonly AdmissionScope[];
  /** Tokens counted at admission (an estimate); `leave` corrects them. */
  readonly tokens: number;
}

/** The request was not admitted: the channel is full, or only this key of it. */
export interface Full {
  readonly waitMs: number;
  readonly ofKey: boolean;
}

/**
 * Enforces the limits of channels and their keys, counted in Redis for all processes together. A concurrency slot is a
 * lease that this process renews while the request runs: streams and sessions may take an hour, while the slots of a
 * process that died must expire soon.
 */
export class Admission {
  /** Running requests that hold a slot, with the time they got it (Unix milliseconds). */
  private readonly running = new Map<Admitted, number>();
  private renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    /** Lease time: milliseconds after which a request whose process died no longer counts as running. */
    private readonly leaseMs: number,
    private readonly report: (problem: unknown, requestId: string) => void,
    /** Unix milliseconds. */
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Admits a request to a channel and its key, or reports which of them is full.
   * @returns undefined where the channel has no limits, or Redis is unavailable: these limits then do not apply, while the
   * ledger still decides about the cost
   */
  async enter(
    requestId: string,
    channel: RoutableChannel,
    keyIndex: number,
    tokens: number,
  ): Promise<Admitted | Full | undefined> {
    const scopes = channelScopes(channel, keyIndex);
    if (scopes.length === 0) return undefined;
    const entered = await this.enterAll(requestId, scopes, tokens);
    if (!entered || 'scopes' in entered) return entered;
    return { waitMs: entered.waitMs, ofKey: entered.scope.limits === channel.setting.keyLimits };
  }

  /**
   * Counts one more session of a user, over all processes. When Redis is unavailable the session is admitted here and
   * rejected by the ledger.
   * @param most concurrent sessions
   * @returns the admission to pass to `leave`; 'full' when `most` sessions are open
   */
  async enterSession(
    requestId: string,
    userId: number,
    most: number,
  ): Promise<Admitted | 'full' | undefined> {
    const entered = await this.enterAll(requestId, [sessionScope(userId, most)], 0);
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
      // Redis may have counted the request although the call failed.
      if (takesSlot(scopes)) void this.giveBack(requestId, scopes);
      return undefined;
    }
    const admitted = { requestId, scopes, tokens };
    if (takesSlot(scopes)) this.keep(admitted);
    return admitted;
  }

  /** @param tokens used by the request; @param quota charged for it, in quota units */
  leave(admitted: Admitted, tokens: number, quota: number): void {
    const { requestId, scopes, tokens: estimated } = admitted;
    this.running.delete(admitted);
    leaveScopes(this.redis, requestId, Math.round(tokens - estimated), quota, scopes).catch(
      (problem: unknown) => {
        this.report(problem, requestId);
        if (takesSlot(scopes)) void this.giveBack(requestId, scopes);
      },
    );
  }

  /** Stops renewing leases. */
  stop(): void {
    clearInterval(this.renewal);
    this.renewal = undefined;
    this.running.clear();
  }

  /** Returns the slots of a finished request as soon as Redis responds again; otherwise they expire with their lease. */
  private async giveBack(requestId: string, scopes: readonly AdmissionScope[]): Promise<void> {
    for (const end = this.now() + this.leaseMs; this.now() < end;) {
      await sleep(GIVEN_BACK_AFTER_MS, undefined, { ref: false });
      try {
        return await leaveScopes(this.redis, requestId, 0, 0, scopes);
      } catch {
        // The first failure was reported; retry until the lease has expired.
      }
    }
  }

  /** The renewal runs only while there are slots: most installations limit no channel. */
  private keep(admitted: Admitted): void {
    this.running.set(admitted, this.now());
    this.renewal ??= setInterval(() => this.renew(), this.leaseMs * RENEWED_AFTER).unref();
  }

  private renew(): void {
    const { calls, overdue } = renewalOf(this.running, this.now());
    for (const admitted of overdue) this.running.delete(admitted);
    if (calls.length === 0) return this.stop();
    for (const slots of calls)
      renewScopes(this.redis, this.leaseMs, slots).catch((problem: unknown) => this.report(problem, ''));
  }
}
