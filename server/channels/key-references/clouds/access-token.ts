import type { CloudResponse } from './cloud-call.js';

/** Part of its lifetime after which a token is replaced, so that one that is sent has not ended. */
const REPLACED_AFTER = 0.9;

/** A token that a cloud issues. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** A token that is obtained when it is needed, kept, and replaced before it ends. */
export class AccessTokenCache {
  private token: string | undefined;
  /** `performance.now()` from which it is replaced. */
  private replaceAt = 0;
  private running: Promise<string> | undefined;

  constructor(private readonly issue: (signal: AbortSignal) => Promise<IssuedToken>) {}

  /** @throws whatever `issue` throws */
  async get(signal: AbortSignal): Promise<string> {
    if (this.token !== undefined && performance.now() < this.replaceAt) return this.token;
    // Concurrent readings share one exchange.
    this.running ??= this.next(signal).finally(() => (this.running = undefined));
    return this.running;
  }

  /** Calls with the token; one that is refused with status 401 is replaced once. */
  async call(
    signal: AbortSignal,
    send: (authorization: string) => Promise<CloudResponse>,
  ): Promise<CloudResponse> {
    const used = await this.get(signal);
    const response = await send(`Bearer ${used}`);
    if (response.status !== 401) return response;
    if (this.token === used) this.token = undefined;
    return send(`Bearer ${await this.get(signal)}`);
  }

  private async next(signal: AbortSignal): Promise<string> {
    const { token, expiresInSeconds } = await this.issue(signal);
    this.token = token;
    this.replaceAt = performance.now() + expiresInSeconds * 1000 * REPLACED_AFTER;
    return token;
  }
}
