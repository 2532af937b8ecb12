import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import type { EgressClient } from '../../core/egress/egress-client.js';
import type { Env } from '../../core/env.js';
import { keyReferenceError, placeOf, wholeValue, type KeySource } from './key-source.js';
import { VaultClient } from './vault-client.js';
import { VaultDenied, VaultToken, type VaultLogin } from './vault-token.js';

/** `path#field`: segments of letters, digits, `_`, `-` and `.`, none of which leads up. */
const PLACE = /^((?!\.{1,2}(?:\/|#))[\w.-]+(?:\/(?!\.{1,2}(?:\/|#))[\w.-]+)*)#([\w.-]+)$/;

/** https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version */
const secretResponse = z.object({ data: z.object({ data: z.record(z.string(), z.unknown()).nullable() }) });

/** `vault:PATH#FIELD`: secrets of one key-value engine (version 2) of HashiCorp Vault or OpenBao. */
export class VaultSource implements KeySource {
  readonly scheme = 'vault';
  readonly missingVariable: string | undefined;
  private readonly client: VaultClient | undefined;
  private readonly token: VaultToken | undefined;

  constructor(
    private readonly env: Env,
    egress: Pick<EgressClient, 'fetch'>,
  ) {
    const login = loginOf(env);
    if (env.VAULT_ADDR === undefined) this.missingVariable = 'VAULT_ADDR';
    else if (!login) this.missingVariable = 'VAULT_TOKEN';
    else {
      this.client = new VaultClient(egress, env.VAULT_ADDR, env.VAULT_NAMESPACE);
      this.token = new VaultToken(this.client, login);
    }
  }

  async read(reference: string, signal: AbortSignal): Promise<string> {
    const { client, token } = this;
    if (!client || !token) throw keyReferenceError('key_reference_not_allowed', reference);
    const [, place, field] = PLACE.exec(placeOf(reference)) ?? [];
    if (place === undefined || field === undefined)
      throw keyReferenceError('key_reference_invalid', reference);
    const path = `${this.env.VAULT_KV_MOUNT}/data/${this.folder()}${place}`;
    try {
      const values = await this.secret({ client, token }, path, reference, signal);
      const value = Object.hasOwn(values, field) ? values[field] : undefined;
      if (typeof value !== 'string') throw keyReferenceError('key_reference_missing', reference);
      return wholeValue(value, reference);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw keyReferenceError(
        error instanceof VaultDenied ? 'key_reference_denied' : 'key_reference_unavailable',
        reference,
      );
    }
  }

  /** A token that has ended is replaced once. */
  private async secret(
    { client, token }: { client: VaultClient; token: VaultToken },
    path: string,
    reference: string,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    for (let isRepeated = false; ; isRepeated = true) {
      const used = await token.get(signal);
      const { status, body } = await client.call('GET', path, { token: used, signal });
      if (status === 403) {
        token.forget(used);
        if (token.isReplaceable && !isRepeated) continue;
        throw new VaultDenied('Vault refuses the secret');
      }
      // Also of a deleted version, with metadata.
      if (status === 404) throw keyReferenceError('key_reference_missing', reference);
      const { data } = secretResponse.safeParse(body);
      if (status !== 200 || !data) throw new Error(`Vault answers ${status}`);
      if (data.data.data === null) throw keyReferenceError('key_reference_missing', reference);
      return data.data.data;
    }
  }

  private folder(): string {
    return this.env.VAULT_KV_FOLDER === '' ? '' : `${this.env.VAULT_KV_FOLDER}/`;
  }
}

function loginOf(env: Env): VaultLogin | undefined {
  const { VAULT_TOKEN: token, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID: secretId } = env;
  const { VAULT_KUBERNETES_ROLE: role, VAULT_AUTH_MOUNT: mount } = env;
  if (token !== undefined) return { kind: 'token', token };
  if (roleId !== undefined && secretId !== undefined)
    return { kind: 'approle', mount: mount ?? 'approle', roleId, secretId };
  if (role === undefined) return undefined;
  const tokenFile = env.VAULT_KUBERNETES_TOKEN_FILE;
  return { kind: 'kubernetes', mount: mount ?? 'kubernetes', role, tokenFile };
}
