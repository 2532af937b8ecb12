import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VaultSource } from '../../server/channels/key-references/vault-source.js';
import { ApiError } from '../../server/contract/errors/api-error.js';
import { EgressClient } from '../../server/core/egress/egress-client.js';
import { readEnv } from '../../server/core/env.js';
import { VaultServer } from '../doubles/vault-server.js';

const REFERENCE = 'vault:openai#key';
const VALUE = 'sk-of-vault';

let vault: VaultServer;
let clients: EgressClient[];
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-vault-'));
});
beforeEach(async () => {
  vault = new VaultServer();
  await vault.start();
  vault.secrets.set('openai', { key: VALUE }).set('folder/openai', { key: 'sk-of-the-folder' });
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.onApplicationShutdown();
  await vault.close();
  expect(vault.violations).toEqual([]);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function sourceWith(settings: Record<string, string>): VaultSource {
  const env = readEnv({
    DATABASE_URL: 'postgres://host/db',
    REDIS_URL: 'redis://host',
    TOLLGATE_SECRET: 'a secret of sixteen',
    VAULT_ADDR: vault.url,
    // The address is the operator's, not an administrator's.
    EGRESS_ALLOW_PRIVATE: 'false',
    ...settings,
  });
  const egress = new EgressClient(env);
  clients.push(egress);
  return new VaultSource(env, egress);
}

const readWith = (source: VaultSource, reference = REFERENCE) =>
  source.read(reference, AbortSignal.timeout(10_000));

/** The code with which a reading fails. */
async function failure(source: VaultSource): Promise<string> {
  try {
    return `read ${await readWith(source)}`;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

const APP_ROLE = { VAULT_ROLE_ID: 'role', VAULT_SECRET_ID: 'secret' };

test.each([
  ['a token', { VAULT_TOKEN: 'hvs.given' }],
  ['an AppRole', APP_ROLE],
  ['a service account of Kubernetes', { VAULT_KUBERNETES_ROLE: 'gateway' }],
])('a key is read with %s', async (_title, settings) => {
  const tokenFile = join(directory, 'token');
  writeFileSync(tokenFile, `${vault.kubernetes.jwt}\n`);
  vault.tokens.set('hvs.given', { renewable: true, ttl: 3600 });
  const source = sourceWith({ VAULT_KUBERNETES_TOKEN_FILE: tokenFile, ...settings });
  expect(await readWith(source)).toBe(VALUE);
  expect(await readWith(source)).toBe(VALUE);
  // One login or look at the token, then the secret each time.
  expect(vault.calls).toHaveLength(3);
});

test('the namespace and the folder are the operator’s', async () => {
  vault.namespace = 'team/a';
  const source = sourceWith({ ...APP_ROLE, VAULT_NAMESPACE: 'team/a', VAULT_KV_FOLDER: 'folder' });
  expect(await readWith(source)).toBe('sk-of-the-folder');
});

test('a token is renewed before it ends', async () => {
  vault.issued = { renewable: true, ttl: 0.001 };
  const source = sourceWith(APP_ROLE);
  await readWith(source);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await readWith(source)).toBe(VALUE);
  expect(vault.calls).toContain('POST /v1/auth/token/renew-self');
  expect(vault.calls.filter((call) => call.endsWith('/login'))).toHaveLength(1);
});

test('a token that was revoked, or is not renewed, is replaced by a new login', async () => {
  const source = sourceWith(APP_ROLE);
  await readWith(source);
  vault.tokens.clear();
  expect(await readWith(source)).toBe(VALUE);
  vault.issued = { renewable: false, ttl: 0.001 };
  vault.tokens.clear();
  await readWith(source);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await readWith(source)).toBe(VALUE);
  expect(vault.calls.filter((call) => call.endsWith('/login'))).toHaveLength(4);
  expect(vault.calls).not.toContain('POST /v1/auth/token/renew-self');
});

test('each failure has its own error: the login, the token, the path, the version, and Vault itself', async () => {
  expect(await failure(sourceWith({ ...APP_ROLE, VAULT_SECRET_ID: 'another' }))).toBe('key_reference_denied');
  expect(await failure(sourceWith({ VAULT_TOKEN: 'hvs.unknown' }))).toBe('key_reference_denied');
  vault.allowed = 'folder/';
  expect(await failure(sourceWith(APP_ROLE))).toBe('key_reference_denied');
  vault.allowed = '';
  vault.secrets.set('openai', null);
  expect(await failure(sourceWith(APP_ROLE))).toBe('key_reference_missing');
  vault.isSealed = true;
  expect(await failure(sourceWith(APP_ROLE))).toBe('key_reference_unavailable');
  const away = sourceWith({ ...APP_ROLE, VAULT_ADDR: 'http://127.0.0.1:1' });
  expect(await failure(away)).toBe('key_reference_unavailable');
});
