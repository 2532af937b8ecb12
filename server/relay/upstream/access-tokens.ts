import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { AccessToken, AccessTokenCodec, UpstreamCall } from '../../dialects/kit/provider.js';
import type { Reply } from './request.js';

const MAX_TOKENS = 10_000;
/** Longest time before its end at which a token is replaced, milliseconds. */
const REFRESH_BEFORE_MS = 600_000;
/** Share of a token's life after which it is replaced, if that is later. */
const REFRESH_SHARE = 0.8;
/** Milliseconds after which a failed replacement is tried again, as long as the old token is valid. */
const RETRY_MS = 30_000;
/** Seconds by which the clocks may differ before an exchange that failed is repeated with the provider's time. */
const MAX_SKEW_S = 30;

interface Entry {
  readonly token: string;
  /** Unix milliseconds. */
  refreshAt: number;
  readonly expiresAt: number;
}

/** Sends the call of an exchange; returns responses of any status. @throws UpstreamError if the connection fails */
type SendExchange = (call: UpstreamCall, proxy: string | undefined) => Promise<Reply>;

/**
 * Access tokens that providers issue for keys (`AccessTokenCodec`). Concurrent calls share one exchange, and a token is
 * replaced in the background before it expires.
 */
export class AccessTokens {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_TOKENS });
  private readonly exchanges = new Map<string, Promise<string>>();

  /** @param onProblem reports a replacement that failed while the old token is still valid */
  constructor(
    private readonly send: SendExchange,
    private readonly onProblem: (problem: unknown) => void,
  ) {}

  /**
   * A valid token; synchronously if one is cached.
   * @throws UpstreamError if the provider issues none (as rejection)
   */
  get(codec: AccessTokenCodec, proxy: string | undefined): string | Promise<string> {
    const id = idOf(codec);
    const entry = this.entries.get(id);
    const now = Date.now();
    if (!entry || now >= entry.expiresAt) return this.exchange(id, codec, proxy);
    if (now >= entry.refreshAt) {
      entry.refreshAt = now + RETRY_MS;
      this.exchange(id, codec, proxy).catch(this.onProblem);
    }
    return entry.token;
  }

  /** The provider rejected this token: the next call exchanges the key again. */
  forget(codec: AccessTokenCodec, token: string): void {
    const id = idOf(codec);
    if (this.entries.peek(id)?.token === token) this.entries.delete(id);
  }

  private exchange(id: string, codec: AccessTokenCodec, proxy: string | undefined): Promise<string> {
    const running = this.exchanges.get(id);
    if (running) return running;
    const exchange = this.issue(codec, proxy)
      .then(({ token, expiresInSeconds }) => {
        const now = Date.now();
        const lifeMs = expiresInSeconds * 1000;
        const refreshAt = now + Math.max(lifeMs * REFRESH_SHARE, lifeMs - REFRESH_BEFORE_MS);
        this.entries.set(id, { token, refreshAt, expiresAt: now + lifeMs });
        return token;
      })
      .finally(() => this.exchanges.delete(id));
    this.exchanges.set(id, exchange);
    return exchange;
  }

  private async issue(codec: AccessTokenCodec, proxy: string | undefined): Promise<AccessToken> {
    const now = new Date();
    const reply = await this.send(codec.request(now), proxy);
    try {
      return codec.read(reply.status, reply.headers, reply.text);
    } catch (problem) {
      // Providers reject assertions whose time is not theirs; with their time the exchange may succeed.
      const skewMs = Date.parse(String(reply.headers.date)) - now.getTime();
      if (!(problem instanceof UpstreamError) || !(Math.abs(skewMs) > MAX_SKEW_S * 1000)) throw problem;
      const again = await this.send(codec.request(new Date(Date.now() + skewMs)), proxy);
      return codec.read(again.status, again.headers, again.text);
    }
  }
}

/** The identity may contain the key, which is not kept. */
function idOf({ identity }: AccessTokenCodec): string {
  return createHash('sha256').update(identity).digest('base64');
}
