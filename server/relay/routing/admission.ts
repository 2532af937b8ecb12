import type { Redis } from 'ioredis';
import type { RoutableChannel } from '../../channels/channel-directory.js';
import { enterScopes, leaveScopes, type AdmissionScope } from '../../core/redis/scripts/admission.js';

/** A request that was let in to a channel with limits. */
export interface Admitted {
  readonly requestId: string;
  readonly scopes: readonly AdmissionScope[];
  /** Tokens counted when it was let in. */
  readonly tokens: number;
}

/** What channels and their keys may be asked for, counted in Redis for all processes together. */
export class Admission {
  constructor(
    private readonly redis: Redis,
    /** Milliseconds after which a request whose server died no longer counts as running. */
    private readonly leaseMs: number,
    private readonly report: (problem: unknown, requestId: string) => void,
  ) {}

  /**
   * Lets a request in to a channel and its key, or says how many milliseconds it would have to wait. Channels without
   * limits are not asked about. With Redis away it is let in: what it may cost is decided elsewhere.
   */
  async enter(
    requestId: string,
    channel: RoutableChannel,
    keyIndex: number,
    tokens: number,
  ): Promise<Admitted | number | undefined> {
    const scopes = scopesOf(channel, keyIndex);
    if (scopes.length === 0) return undefined;
    try {
      const wait = await enterScopes(this.redis, requestId, this.leaseMs, tokens, scopes);
      return wait > 0 ? wait : { requestId, scopes, tokens };
    } catch (problem) {
      this.report(problem, requestId);
      return undefined;
    }
  }

  /** @param tokens it used; @param quota it cost */
  leave({ requestId, scopes, tokens: estimated }: Admitted, tokens: number, quota: number): void {
    leaveScopes(this.redis, requestId, Math.round(tokens - estimated), quota, scopes).catch(
      (problem: unknown) => this.report(problem, requestId),
    );
  }
}

function scopesOf({ id, setting }: RoutableChannel, keyIndex: number): AdmissionScope[] {
  const scopes: AdmissionScope[] = [];
  if (setting.limits) scopes.push({ name: String(id), limits: setting.limits });
  if (setting.keyLimits) scopes.push({ name: `${id}:${keyIndex}`, limits: setting.keyLimits });
  return scopes;
}
