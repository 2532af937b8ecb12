import type { EgressClient } from '../../core/egress/egress-client.js';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;

/** A response of Vault. */
export interface VaultResponse {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

/** Calls the HTTP API of Vault (https://developer.hashicorp.com/vault/api-docs). */
export class VaultClient {
  /** @param address VAULT_ADDR, which the operator of the process chose: private addresses are allowed */
  constructor(
    private readonly egress: Pick<EgressClient, 'fetch'>,
    private readonly address: string,
    private readonly namespace: string | undefined,
  ) {}

  /**
   * @param path below `/v1/`, encoded
   * @param token undefined: of a login
   * @throws Error if Vault does not answer
   */
  async call(
    method: 'GET' | 'POST',
    path: string,
    { token, body, signal }: { token?: string; body?: object; signal: AbortSignal },
  ): Promise<VaultResponse> {
    const { status, body: bytes } = await this.egress.fetch(`${this.address}/v1/${path}`, {
      method,
      headers: {
        'x-vault-request': 'true',
        ...(this.namespace !== undefined && { 'x-vault-namespace': this.namespace }),
        ...(token !== undefined && { 'x-vault-token': token }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
      chosenBy: 'environment',
    });
    return { status, body: parsed(bytes.toString('utf8')) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
