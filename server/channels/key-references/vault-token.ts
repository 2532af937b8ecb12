import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { VaultClient } from './vault-client.js';

/** Part of its lifetime after which a token is renewed. */
const RENEWED_AFTER = 2 / 3;

/** How the gateway signs in to Vault. */
export type VaultLogin =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'approle'; readonly mount: string; readonly roleId: string; readonly secretId: string }
  | {
      readonly kind: 'kubernetes';
      readonly mount: string;
      readonly role: string;
      readonly tokenFile: string;
    };

/** Vault refuses the credentials. The message has none of them. */
export class VaultDenied extends Error {}

const authResponse = z.object({
  auth: z.object({ client_token: z.string().min(1), lease_duration: z.number(), renewable: z.boolean() }),
});
const lookupResponse = z.object({
  data: z.object({ ttl: z.number(), renewable: z.boolean().default(false) }),
});

interface Lease {
  readonly token: string;
  /** `performance.now()` from which it is renewed or replaced; Infinity: it does not end. */
  readonly renewAt: number;
  readonly isRenewable: boolean;
}

/** The token of the gateway: obtained by a login where there is one, renewed before it ends. */
export class VaultToken {
  private lease: Lease | undefined;
  private running: Promise<Lease> | undefined;

  constructor(
    private readonly client: VaultClient,
    private readonly login: VaultLogin,
  ) {}

  /** Whether a new token can be obtained for one that Vault does not accept any more. */
  get isReplaceable(): boolean {
    return this.login.kind !== 'token';
  }

  /** @throws VaultDenied, or Error if Vault does not answer as documented */
  async get(signal: AbortSignal): Promise<string> {
    const { lease } = this;
    if (lease && performance.now() < lease.renewAt) return lease.token;
    // Concurrent calls share one login.
    this.running ??= this.next(lease, signal).finally(() => (this.running = undefined));
    this.lease = await this.running;
    return this.lease.token;
  }

  /** Vault has refused the token: the next call of `get` signs in again. */
  forget(token: string): void {
    if (this.lease?.token === token) this.lease = undefined;
  }

  private async next(before: Lease | undefined, signal: AbortSignal): Promise<Lease> {
    if (before?.isRenewable) {
      const renewed = await this.renewed(before, signal);
      if (renewed) return renewed;
    }
    if (this.login.kind === 'token') return this.lookedUp(this.login.token, signal);
    return this.signedIn(this.login, signal);
  }

  /** https://developer.hashicorp.com/vault/api-docs/auth/token#renew-a-token-self. Undefined: it was refused */
  private async renewed({ token }: Lease, signal: AbortSignal): Promise<Lease | undefined> {
    const { status, body } = await this.client.call('POST', 'auth/token/renew-self', {
      token,
      body: {},
      signal,
    });
    if (status === 403 || status === 400) return undefined;
    return leaseOf(status, body);
  }

  /**
   * The lifetime of a given token (https://developer.hashicorp.com/vault/api-docs/auth/token#lookup-a-token-self). One whose policies do not
   * allow it to look at itself is used without renewal.
   */
  private async lookedUp(token: string, signal: AbortSignal): Promise<Lease> {
    const { status, body } = await this.client.call('GET', 'auth/token/lookup-self', { token, signal });
    if (status === 403) return { token, renewAt: Infinity, isRenewable: false };
    const { data } = lookupResponse.safeParse(body);
    if (status !== 200 || !data) throw new Error(`Vault answers ${status}`);
    const { ttl, renewable } = data.data;
    return lease(token, ttl, renewable);
  }

  private async signedIn(login: Exclude<VaultLogin, { kind: 'token' }>, signal: AbortSignal): Promise<Lease> {
    const credentials =
      login.kind === 'approle'
        ? { role_id: login.roleId, secret_id: login.secretId }
        : { role: login.role, jwt: (await readFile(login.tokenFile, 'utf8')).trim() };
    const { status, body } = await this.client.call('POST', `auth/${login.mount}/login`, {
      body: credentials,
      signal,
    });
    if (status === 400 || status === 403) throw new VaultDenied('Vault refuses the login');
    return leaseOf(status, body);
  }
}

function leaseOf(status: number, body: unknown): Lease {
  const { data } = authResponse.safeParse(body);
  if (status !== 200 || !data) throw new Error(`Vault answers ${status}`);
  const { client_token, lease_duration, renewable } = data.auth;
  return lease(client_token, lease_duration, renewable);
}

/** @param seconds 0 = the token does not end */
function lease(token: string, seconds: number, isRenewable: boolean): Lease {
  if (seconds <= 0) return { token, renewAt: Infinity, isRenewable: false };
  return { token, renewAt: performance.now() + seconds * 1000 * RENEWED_AFTER, isRenewable };
}
