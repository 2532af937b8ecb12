import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/service-home.mjs';
import { Vault } from '../../server/core/crypto.js';
import { StoredResponses } from '../../server/relay/stored/stored-responses.js';
import { criteria } from '../books/clients.js';
import { GatewayProcesses, type Member } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';
import { backup, elsewhere, onlyBackupIn, restore, type Ended } from './backup-programs.js';

/** An installation under load gets another TOLLGATE_SECRET, as docs/secret-rotation.md describes it. */
const FORMER = randomBytes(32).toString('hex');
const PRESENT = randomBytes(32).toString('hex');
const STEPS = {
  announced: { TOLLGATE_SECRET: FORMER, TOLLGATE_SECRET_NEXT: PRESENT },
  rotating: { TOLLGATE_SECRET: PRESENT, TOLLGATE_SECRET_PREVIOUS: FORMER },
  done: { TOLLGATE_SECRET: PRESENT },
};
const PLENTY = 1_000_000_000;
const WEBHOOK_SECRET = 'the secret of the webhook';
const AUTHENTICATOR_SECRET = 'JBSWY3DPEHPK3PXP';
const ADMIN_KEY = { name: 'script', scopes: ['read'], days: 30 };

let gateway: GatewayProcesses;
let member: Member;
let folder: string;
let codes: string[];
let adminKey: string;
/** Of tokens whose keys are not stored: used after the change, a replaced one, and one that is not used. */
let onceKeys: string[];
const accessTokens: string[] = [];
/** The processes that run now; the first server is at the address of the gateway. */
let programs: Program[] = [];

beforeAll(async () => {
  gateway = await GatewayProcesses.open({ TOLLGATE_SECRET: FORMER });
  folder = mkdtempSync(join(tmpdir(), 'tollgate-rotation-'));
  programs = [gateway.server, gateway.worker];
  member = await gateway.member(PLENTY, 2);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
  await gateway?.close();
});

async function manage<T>(method: string, path: string, body?: object, url = gateway.url): Promise<T> {
  const response = await gateway.call(method, path, body, 1, url);
  const answer = (await response.json()) as { success: boolean; message: string; data: T };
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data;
}

/** Replaces the processes at the address of the gateway by ones with these secrets. */
async function restart(secrets: Record<string, string>): Promise<void> {
  await Promise.all(programs.splice(0).map((program) => program.end('SIGTERM')));
  programs = ['server/main.js', 'worker/main.js'].map((script) => new Program(script, environment(secrets)));
  for (const program of programs) program.start();
  await until(
    async () => (await gateway.readiness()) === 200,
    () => programs[0]!.output,
  );
}

function environment(secrets: Record<string, string>): Record<string, string> {
  const { TOLLGATE_SECRET: _, ...others } = gateway.environment;
  return { ...others, ...secrets };
}

async function rotate(secrets: Record<string, string>, ...args: string[]): Promise<Ended> {
  const program = new Program(
    'server/secret-rotation/rotate-secret.command.js',
    environment(secrets),
    undefined,
    args,
  );
  return [await program.run(), program.output];
}

/** Starts a server that is expected to refuse its secrets. */
async function refused(secrets: Record<string, string>): Promise<Ended> {
  const program = new Program('server/main.js', { ...environment(secrets), PORT: '0' });
  return [await program.run(), program.output];
}

function byAccessToken(token: string, url = gateway.url): Promise<number> {
  return fetch(`${url}/api/user/self`, { headers: { authorization: token, 'new-api-user': '1' } }).then(
    ({ status }) => status,
  );
}

function withAdminKey(): Promise<number> {
  const headers = { authorization: `Bearer ${adminKey}` };
  return fetch(`${gateway.url}/api/channel/`, { headers }).then(({ status }) => status);
}

async function relayed(key: string): Promise<number | undefined> {
  return (await gateway.clients.ask(key, criteria.json)).status;
}

async function storedResponse(secret: string): Promise<unknown> {
  const found = await new StoredResponses(gateway.redis, new Vault(secret)).find(1, ['resp_1']);
  return found.get('resp_1')?.response;
}

test('with values of every kind, a new secret is announced, taken, and everything is sealed with it under load', async () => {
  accessTokens.push(await manage<string>('GET', '/api/user/token'));
  await manage('PUT', '/api/user/setting', {
    notify_type: 'webhook',
    quota_warning_threshold: 500_000,
    webhook_url: 'https://hooks.example.com/hook',
    webhook_secret: WEBHOOK_SECRET,
  });
  await manage('PUT', '/api/alerts/target', {
    notify_type: 'webhook',
    webhook_url: 'https://hooks.example.com/alerts',
    webhook_secret: WEBHOOK_SECRET,
  });
  await manage('PUT', '/api/option/', { key: 'SMTPToken', value: 'the password of the mail server' });
  await gateway.sql(
    `INSERT INTO authenticators (user_id, secret, last_step, created_at) VALUES ($1, $2, 0, 0)`,
    [member.id, new Vault(FORMER).seal(AUTHENTICATOR_SECRET)],
  );
  adminKey = (await manage<{ key: string }>('POST', '/api/admin-key', ADMIN_KEY)).key;
  await manage('PUT', '/api/option/', { key: 'TokenKeyAccess', value: 'once' });
  onceKeys = [];
  for (const name of ['once', 'replaced', 'unused']) {
    const made = await manage<{ id: number; key: string }>('POST', '/api/token/', {
      name,
      unlimited_quota: true,
    });
    onceKeys.push(`sk-${made.key}`);
    if (name === 'replaced') await manage('POST', `/api/token/${made.id}/key`, { overlap_hours: 24 });
  }
  await manage('PUT', '/api/option/', { key: 'TokenKeyAccess', value: 'always' });
  codes = await manage<string[]>('POST', '/api/redemption/', { name: 'gift', quota: 1000, count: 3 });
  await gateway.sql(
    `INSERT INTO invitations (email, role, group_name, token_hash, inviter_id, inviter_name, created_at, expires_at)
     VALUES ('a@example.com', 1, 'default', $1, 1, 'root', 0, 4102444800)`,
    [new Vault(FORMER).lookupHash('the token of the link')],
  );
  await new StoredResponses(gateway.redis, new Vault(FORMER)).store(
    1,
    'resp_1',
    Buffer.from('[{"type":"message"}]'),
    { id: 'resp_1', output: [] },
  );

  // A process that has taken the new secret works beside one that knows of it.
  expect((await rotate(STEPS.done))[1]).toContain('TOLLGATE_SECRET is not the one this database');
  await restart(STEPS.announced);
  expect(await rotate(STEPS.announced)).toEqual([2, expect.stringContaining('TOLLGATE_SECRET_NEXT is set')]);
  expect((await rotate(STEPS.announced, '--check'))[0]).toBe(0);
  const PORT = String(await freePort());
  const second = new Program('server/main.js', { ...environment(STEPS.rotating), PORT });
  second.start();
  const url = `http://127.0.0.1:${PORT}`;
  await until(
    () =>
      fetch(`${url}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    () => second.output,
  );
  programs.push(second);
  await manage('POST', '/api/token/', { name: 'of the new secret', unlimited_quota: true }, url);
  const rows = await manage<{ key: string; name: string }[]>('GET', '/api/token/?p=0&size=100');
  const newKey = rows.find(({ name }) => name === 'of the new secret')!.key;
  expect(await relayed(`sk-${newKey}`)).toBe(200);
  expect(await byAccessToken(accessTokens[0]!, url)).toBe(200);
  expect(await byAccessToken(accessTokens[0]!)).toBe(200);
  // A process that does not know of it would not find what the others write.
  expect(await refused({ TOLLGATE_SECRET: FORMER })).toEqual([
    1,
    expect.stringMatching(/^tollgate: the secret is being rotated.*TOLLGATE_SECRET_NEXT to the new one\n$/),
  ]);
  expect(await refused(STEPS.done)).toEqual([
    1,
    expect.stringContaining('set TOLLGATE_SECRET_PREVIOUS to the former one'),
  ]);

  await restart(STEPS.rotating);
  const [code, report] = await rotate(STEPS.rotating, '--check');
  expect([code, report]).toEqual([
    1,
    expect.stringContaining('keys of channels: 1 depend on a former secret'),
  ]);
  for (const kind of [
    'tokens: 2',
    'redemption codes: 3',
    'secrets of options: 1',
    'secrets of notifications of accounts: 1',
    'secrets of notifications of alerts: 1',
    'open invitations: 1',
    'secrets of authenticator apps: 1',
    'secrets of hooks of tokens whose keys are not stored: 3',
    'tokens whose keys are not stored: 3',
    'keys of tokens that were replaced: 1',
    'admin keys: 1',
    'stored responses: 1',
  ])
    expect(report).toContain(`${kind} depend on a former secret`);

  gateway.clients.start(4, [...member.keys, `sk-${newKey}`]);
  await gateway.clients.served(20);
  const since = Date.now();
  const ended = await rotate(STEPS.rotating);
  await gateway.clients.served(20);
  await gateway.clients.stop();
  expect(Object.keys(gateway.clients.counts(since))).toEqual(['200']);
  // The plain texts of these are with their owners alone: what they use is renewed.
  expect([ended[0], ended[1].match(/^.* depend on/gm)]).toEqual([
    1,
    [
      'tokens whose keys are not stored: 3 depend on',
      'keys of tokens that were replaced: 1 depend on',
      'admin keys: 1 depend on',
      'open invitations: 1 depend on',
    ],
  ]);
  expect(ended[1]).toContain('NOT DONE: ');
  expect(await withAdminKey()).toBe(200);
  for (const key of onceKeys.slice(0, 2)) expect(await relayed(key)).toBe(200);
  expect((await rotate(STEPS.rotating))[1].match(/^.* depend on/gm)).toEqual([
    'tokens whose keys are not stored: 2 depend on',
    'open invitations: 1 depend on',
  ]);
});

test('a backup that is made meanwhile is restored with both secrets, and not with one', async () => {
  expect((await backup(environment(STEPS.rotating), folder))[0]).toBe(0);
  const there = await elsewhere(environment({}));
  const from = onlyBackupIn(folder);
  for (const secret of [PRESENT, FORMER])
    expect(await restore({ ...there, TOLLGATE_SECRET: secret }, from)).toEqual([
      2,
      expect.stringContaining('TOLLGATE_SECRET is not that of the backup'),
    ]);
  expect((await restore({ ...there, ...STEPS.rotating }, from))[0]).toBe(0);
});

test('what cannot be sealed again is named, can be given up, and the former secret is not needed any more', async () => {
  // One that is not used again. Its owner has a new one from then on.
  await gateway.sql('UPDATE users SET access_token_hash = $1, access_token_key = NULL WHERE id = $2', [
    new Vault(FORMER).lookupHash('an access token that is not used'),
    member.id,
  ]);
  expect(await rotate(STEPS.rotating)).toEqual([
    1,
    expect.stringContaining('access tokens of accounts: 1 depend on a former secret'),
  ]);
  expect(await rotate(STEPS.rotating, '--discard')).toEqual([
    0,
    expect.stringContaining('TOLLGATE_SECRET_PREVIOUS can be removed'),
  ]);
  expect((await rotate(STEPS.rotating))[0]).toBe(0);

  await restart(STEPS.done);
  expect(await byAccessToken(accessTokens[0]!)).toBe(200);
  expect(await withAdminKey()).toBe(200);
  for (const key of [...member.keys, ...onceKeys.slice(0, 2)]) expect(await relayed(key)).toBe(200);
  // It was given up: its owner replaces it.
  expect(await relayed(onceKeys[2]!)).toBe(401);
  expect(gateway.upstream.requests.at(-1)).toMatchObject({
    headers: { authorization: 'Bearer sk-upstream' },
  });
  expect(await manage('POST', '/api/user/topup', { key: codes[0] })).toBe(1000);
  expect(await storedResponse(PRESENT)).toMatchObject({ id: 'resp_1' });
  expect(await storedResponse(FORMER)).toBeUndefined();
  const sealed = await gateway.sql<{ text: string }>(
    `SELECT setting::json ->> 'webhook_secret' AS text FROM users WHERE id = 1
     UNION ALL SELECT setting::json ->> 'webhook_secret' FROM alert_targets
     UNION ALL SELECT value FROM options WHERE key = 'SMTPToken'
     UNION ALL SELECT secret FROM authenticators`,
  );
  expect(sealed.map(({ text }) => new Vault(PRESENT).open(text))).toEqual([
    WEBHOOK_SECRET,
    WEBHOOK_SECRET,
    'the password of the mail server',
    AUTHENTICATOR_SECRET,
  ]);
  expect(await gateway.sql('SELECT id FROM secret_checks')).toEqual([{ id: 1 }]);
  expect(await refused({ TOLLGATE_SECRET: FORMER })).toEqual([
    1,
    expect.stringContaining('TOLLGATE_SECRET is not the one this database was written with'),
  ]);
});

test('it can be rotated again', async () => {
  const next = randomBytes(32).toString('hex');
  const rotating = { TOLLGATE_SECRET: next, TOLLGATE_SECRET_PREVIOUS: `${FORMER},${PRESENT}` };
  await restart(rotating);
  await byAccessToken(accessTokens[0]!);
  await withAdminKey();
  for (const key of onceKeys) await relayed(key);
  // The token that was given up is the only one whose key nothing finds.
  const [, report] = await rotate(rotating);
  expect(report.match(/^.* depend on/gm)).toEqual(['tokens whose keys are not stored: 1 depend on']);
  expect((await rotate(rotating, '--discard'))[0]).toBe(0);
  await restart({ TOLLGATE_SECRET: next });
  expect(await byAccessToken(accessTokens[0]!)).toBe(200);
  expect(await relayed(member.keys[0]!)).toBe(200);
});
