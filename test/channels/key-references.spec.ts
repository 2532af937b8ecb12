import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import type { ChannelKeyResponse } from '../../server/contract/resources/channels/channel-key.js';
import { Vault } from '../../server/core/crypto.js';
import { LoopbackServer } from '../doubles/loopback-server.js';
import { VaultServer } from '../doubles/vault-server.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { askQuestion, COMPLETION } from './questions.js';

/** Channels whose keys are stored elsewhere. */
const ENV_KEY = 'sk-of-a-variable-0123456789';
const FILE_KEY = 'sk-of-a-file-0123456789';
const VAULT_KEY = 'sk-of-vault-0123456789';

const vault = new VaultServer();
let gateway: Gateway;
let provider: LoopbackServer;
let directory: string;
let settings: Record<string, string>;
let token: string;
const rejected = new Set<string>();
const asked: string[] = [];

beforeAll(async () => {
  await vault.start();
  vault.allowed = 'gateway/';
  provider = await LoopbackServer.start(async (request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    request.resume();
    asked.push(key);
    const isRejected = rejected.has(key);
    response.writeHead(isRejected ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRejected ? REJECTION : COMPLETION));
  });
  directory = mkdtempSync(join(tmpdir(), 'tollgate-keys-'));
  writeFileSync(join(directory, 'openai'), `${FILE_KEY}\n`);
  writeFileSync(join(directory, 'empty'), '\n');
  symlinkSync('/etc/hostname', join(directory, 'elsewhere'));
  settings = {
    KEY_REFERENCE_DIR: directory,
    KEY_REFERENCE_TTL: '1',
    VAULT_ADDR: vault.url,
    VAULT_ROLE_ID: 'role',
    VAULT_SECRET_ID: 'secret',
    CHANNEL_KEY_OPENAI: ENV_KEY,
  };
  gateway = await Gateway.start(settings);
  token = await gateway.addToken();
  await gateway.option('AutomaticDisableChannelEnabled', 'true');
});

beforeEach(async () => {
  vault.secrets.set('gateway/openai', { key: VAULT_KEY, number: 7 });
  vault.isSealed = false;
  rejected.clear();
  asked.length = 0;
  await gateway.sql('DELETE FROM channels');
});

afterAll(async () => {
  for (const name of Object.keys(settings)) delete process.env[name];
  await gateway?.close();
  await provider?.close();
  await vault.close();
  rmSync(directory, { recursive: true, force: true });
});

const REJECTION = { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } };
const ask = () => askQuestion(gateway, token);

function channelForm(key: string): { key: string; base_url: string; models: string } {
  return { key, base_url: provider.url, models: 'gpt-4o' };
}

const read = (id: number) => gateway.manage<ChannelResponse>('GET', `/api/channel/${id}`);

/** The code of the error of a call, or '' if it succeeds. */
async function codeOf(
  path: string,
  body: object,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(await gateway.session()), ...headers },
    body: JSON.stringify(body),
  });
  const { success, code } = (await response.json()) as { success: boolean; code?: string };
  return success ? '' : (code ?? '');
}

const creation = (key: string) => ({ type: 1, name: 'new', group: 'default', ...channelForm(key) });

test.each([
  ['env:CHANNEL_KEY_OPENAI', ENV_KEY],
  ['file:openai', FILE_KEY],
  ['vault:gateway/openai#key', VAULT_KEY],
])(
  'a channel with the key %s sends the value, and shows and stores the reference',
  async (reference, value) => {
    const id = await gateway.addChannel(channelForm(reference));
    expect(await ask()).toBe(200);
    expect(asked).toEqual([value]);
    expect((await read(id)).key_references).toEqual([{ index: 0, reference, problem: '' }]);
    const answers = [
      await read(id),
      await gateway.manage('GET', '/api/channel/?p=0&page_size=10'),
      await gateway.manage<ChannelKeyResponse[]>('GET', `/api/channel/${id}/keys`),
    ];
    expect(JSON.stringify(answers)).not.toContain(value.slice(0, 12));
    expect(answers[2]).toEqual([expect.objectContaining({ masked: reference })]);
    const [row] = await gateway.sql<{ key: string }>('SELECT key FROM channels WHERE id = $1', [id]);
    expect(new Vault(process.env.TOLLGATE_SECRET!).open(row!.key)).toBe(reference);
    // A search by the reference finds the channel, as one by a key does.
    const found = await gateway.manage<{ id: number }[]>(
      'GET',
      `/api/channel/search?keyword=${encodeURIComponent(reference)}`,
    );
    expect(found.map((one) => one.id)).toEqual([id]);
    // Before the form is saved, too, also for the list of models.
    expect(
      await codeOf('/api/channel/fetch_models', { type: 1, base_url: provider.url, key: reference }),
    ).not.toMatch(/^key_/);
    expect(asked.at(-1)).toBe(value);
    expect(await codeOf('/api/channel/test', { type: 1, ...channelForm(reference) })).toBe('');
    expect(asked.at(-1)).toBe(value);
    expect(vault.violations).toEqual([]);
  },
);

test.each([
  ['env:TOLLGATE_SECRET', 'key_reference_not_allowed'],
  ['env:PATH', 'key_reference_not_allowed'],
  ['env:CHANNEL_KEY_NONE', 'key_reference_missing'],
  ['env:CHANNEL-KEY', 'key_reference_invalid'],
  ['file:../openai', 'key_reference_not_allowed'],
  ['file:/etc/hostname', 'key_reference_not_allowed'],
  ['file:/nowhere/at/all', 'key_reference_not_allowed'],
  ['file:elsewhere', 'key_reference_not_allowed'],
  ['file:none', 'key_reference_missing'],
  ['file:empty', 'key_reference_missing'],
  ['vault:gateway/openai', 'key_reference_invalid'],
  ['vault:gateway/../openai#key', 'key_reference_invalid'],
  ['vault:../sys/mounts#key', 'key_reference_invalid'],
  ['vault:other/openai#key', 'key_reference_denied'],
  ['vault:gateway/none#key', 'key_reference_missing'],
  ['vault:gateway/openai#none', 'key_reference_missing'],
  ['vault:gateway/openai#number', 'key_reference_missing'],
])('%s is refused with %s, when it is saved and when it is tested', async (reference, code) => {
  expect(await codeOf('/api/channel/', creation(reference))).toBe(code);
  expect(await codeOf('/api/channel/test', { type: 1, ...channelForm(reference) })).toBe(code);
  const id = await gateway.addChannel(channelForm('sk-own'));
  expect(await codeOf('/api/channel/', { id, key: reference }, { method: 'PUT' })).toBe(code);
  expect(asked).toEqual([]);
  expect(vault.violations).toEqual([]);
});

test('a reference is entered by the super administrator alone, who may send a key anywhere', async () => {
  await gateway.manage('POST', '/api/user/', { username: 'helper', password: 'password 1', role: 10 });
  const headers = await gateway.session('helper', 'password 1');
  for (const [path, body] of [
    ['/api/channel/', creation('env:CHANNEL_KEY_OPENAI')],
    ['/api/channel/test', { type: 1, ...channelForm('env:CHANNEL_KEY_OPENAI') }],
  ] as const)
    expect(await codeOf(path, body, { headers })).toBe('key_reference_needs_root');
  const id = await gateway.addChannel(channelForm('env:CHANNEL_KEY_OPENAI'));
  const moved = { id, base_url: `${provider.url}/other` };
  expect(await codeOf('/api/channel/', moved, { method: 'PUT', headers })).toBe('channel_key_required');
  const withKey = { ...moved, key: 'env:CHANNEL_KEY_OPENAI' };
  expect(await codeOf('/api/channel/', withKey, { method: 'PUT', headers })).toBe('key_reference_needs_root');
  // What does not move the key is an administrator's, as for other channels.
  expect(await codeOf('/api/channel/', { id, name: 'renamed' }, { method: 'PUT', headers })).toBe('');
  expect(asked).toEqual([]);
});

test('each line of several keys may be a reference', async () => {
  const reference = 'vault:gateway/openai#key';
  const id = await gateway.addChannel({
    ...channelForm(`sk-own\n${reference}\nfile:openai`),
    setting: '{"multi_key":true}',
  });
  await until(async () => {
    expect(await ask()).toBe(200);
    return new Set(asked).size === 3;
  });
  expect(new Set(asked)).toEqual(new Set(['sk-own', VAULT_KEY, FILE_KEY]));
  expect((await read(id)).key_references.map((line) => line.index)).toEqual([1, 2]);
  vault.secrets.set('gateway/openai', null);
  await until(async () => (await read(id)).key_references[0]!.problem === 'key_reference_missing');
  await gateway.settledEvents();
  asked.length = 0;
  for (let turn = 0; turn < 10; turn++) expect(await ask()).toBe(200);
  expect(asked).not.toContain(VAULT_KEY);
});

test('a key that is replaced in Vault is read again when the provider rejects it, and the channel goes on', async () => {
  const id = await gateway.addChannel(channelForm('vault:gateway/openai#key'));
  expect(await ask()).toBe(200);
  rejected.add(VAULT_KEY);
  vault.secrets.set('gateway/openai', { key: 'sk-renewed' });
  await until(async () => (await ask()) === 200);
  expect(asked.at(-1)).toBe('sk-renewed');
  await gateway.settledEvents();
  expect((await read(id)).status).toBe(1);
});

test('a key that stays rejected disables its channel, as any other', async () => {
  const id = await gateway.addChannel(channelForm('env:CHANNEL_KEY_OPENAI'));
  rejected.add(ENV_KEY);
  expect(await ask()).not.toBe(200);
  await gateway.channelStatus(id, 3);
});

test('while Vault is away the last value is used, the channel names the problem, and it ends with it', async () => {
  const id = await gateway.addChannel(channelForm('vault:gateway/openai#key'));
  vault.isSealed = true;
  await until(async () => (await read(id)).key_references[0]!.problem === 'key_reference_unavailable');
  await gateway.settledEvents();
  expect(await ask()).toBe(200);
  vault.isSealed = false;
  vault.secrets.set('gateway/openai', { key: 'sk-renewed' });
  await until(async () => (await read(id)).key_references[0]!.problem === '');
  await until(async () => (await ask()) === 200 && asked.at(-1) === 'sk-renewed');
});

test('a channel whose value is gone is not used, and its test says why', async () => {
  const id = await gateway.addChannel(channelForm('vault:gateway/openai#key'));
  vault.secrets.delete('gateway/openai');
  await until(async () => (await read(id)).key_references[0]!.problem === 'key_reference_missing');
  await gateway.settledEvents();
  expect(await ask()).toBe(503);
  await expect(gateway.manage('GET', `/api/channel/test/${id}`)).rejects.toThrow(
    'vault:gateway/openai#key：没有值',
  );
  expect(asked).toEqual([]);
});
