import { PasskeyAuthenticator, type CeremonyOptions, type Faults } from '../doubles/passkey-authenticator.js';
import { Management } from '../setup/management.js';
import { age } from '../setup/session-age.js';
import { Browser } from './oauth/browser.js';
import { setOptions } from './oauth/start-gateway.js';

const PASSWORD = 'password 1';
const ORIGIN = 'http://gateway.test';
/** The address that the browser shows. */
const HOST = { host: 'gateway.test' };
let gateway: Management;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});
afterEach(() => setOptions(gateway, { ServerAddress: '' }));

interface Options {
  options: { publicKey: CeremonyOptions & Record<string, unknown> };
}

interface Owner {
  readonly id: number;
  readonly name: string;
  readonly browser: Browser;
  readonly authenticator: PasskeyAuthenticator;
  readonly passkeyId: number;
  readonly codes: string[];
}

const publicKeyOf = async (browser: Browser, path: string, body: object = {}, headers = HOST) =>
  (await browser.post<Options>(path, body, headers)).data.options.publicKey;

/** An account that has added a passkey. */
async function owner(name: string): Promise<Owner> {
  const { id } = await gateway.user(name);
  const browser = new Browser(gateway);
  await browser.signIn(name, PASSWORD);
  const authenticator = new PasskeyAuthenticator(ORIGIN);
  const added = await add(browser, authenticator, 'Laptop');
  if (!added.success) throw new Error(added.message + added.code);
  const { data } = added;
  return { id, name, browser, authenticator, passkeyId: data.id, codes: data.backup_codes };
}

async function add(browser: Browser, authenticator: PasskeyAuthenticator, name: string, faults: Faults = {}) {
  const options = await publicKeyOf(browser, '/api/user/passkey/register/begin', { name });
  const made = authenticator.create(options, faults);
  return browser.post<{ id: number; name: string; backup_codes: string[] }>(
    '/api/user/passkey/register/finish',
    made,
    HOST,
  );
}

/** Signs in without a name in a new browser. */
async function signIn(authenticator: PasskeyAuthenticator, faults: Faults = {}, headers = HOST) {
  const browser = new Browser(gateway);
  const options = await publicKeyOf(browser, '/api/user/passkey/login/begin', {}, headers);
  const answer = await browser.post<{ id: number } | null>(
    '/api/user/passkey/login/finish',
    authenticator.get(options, faults),
    headers,
  );
  return { browser, answer };
}

const lastAudit = async (id: number) =>
  (
    await gateway.sql<{ action: string; details: string }>(
      'SELECT action, details FROM audit_log WHERE actor_id = $1 OR user_id = $1 ORDER BY id DESC LIMIT 1',
      [id],
    )
  )[0];

test('a passkey is added under a name; the first factor comes with recovery codes, the next ones do not', async () => {
  const { id, browser, codes } = await owner('anna');
  expect(codes).toHaveLength(10);
  const second = await add(browser, new PasskeyAuthenticator(ORIGIN), '');
  expect(second.data).toMatchObject({ name: '2', backup_codes: [] });
  expect((await browser.get('/api/user/passkey')).body.data).toEqual({
    enabled: true,
    passkeys: [
      {
        id: expect.any(Number),
        name: 'Laptop',
        backed_up: false,
        created_at: expect.any(Number),
        last_used_at: 0,
      },
      { id: second.data.id, name: '2', backed_up: false, created_at: expect.any(Number), last_used_at: 0 },
    ],
  });
  expect(await lastAudit(id)).toEqual({ action: 'passkey_added', details: '{"name":"2"}' });
});

test('the browser is asked for a passkey that signs in without a name, verifies its user, and is a new one', async () => {
  const { browser, authenticator } = await owner('asks');
  const options = await publicKeyOf(browser, '/api/user/passkey/register/begin');
  expect(options).toMatchObject({
    rp: { id: 'gateway.test' },
    user: { name: 'asks' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.credentialId }],
  });
});

test('a passkey signs in without name, password and second step', async () => {
  const { id, name, authenticator } = await owner('bella');
  const { browser, answer } = await signIn(authenticator);
  expect(answer).toMatchObject({ success: true, data: { id, username: name } });
  expect((await browser.get('/api/user/self')).body).toMatchObject({
    success: true,
    data: { username: name },
  });
  expect(await lastAudit(id)).toEqual({ action: 'sign_in', details: '{"method":"passkey"}' });
  const { body } = await browser.get('/api/user/passkey');
  expect(body.data).toMatchObject({ passkeys: [{ name: 'Laptop', last_used_at: expect.any(Number) }] });
});

test('the password of an account with a passkey asks for the second step, which the passkey takes', async () => {
  const { id, name, authenticator } = await owner('carol');
  const browser = new Browser(gateway);
  const first = await browser.post('/api/user/login', { username: name, password: PASSWORD });
  expect(first.data).toEqual({ require_2fa: true, methods: ['recovery_code', 'passkey'] });
  const options = await publicKeyOf(browser, '/api/user/login/2fa/passkey');
  expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.credentialId }] });
  const answer = await browser.post('/api/user/login/2fa', { passkey: authenticator.get(options) }, HOST);
  expect(answer).toMatchObject({ success: true, data: { id } });
  expect(await lastAudit(id)).toEqual({
    action: 'sign_in',
    details: '{"method":"password","second_factor":"passkey"}',
  });
});

test('a passkey of another account does not take the second step', async () => {
  const { name } = await owner('dora');
  const { authenticator: foreign } = await owner('eve');
  const browser = new Browser(gateway);
  await browser.post('/api/user/login', { username: name, password: PASSWORD });
  const options = await publicKeyOf(browser, '/api/user/login/2fa/passkey');
  expect(await browser.post('/api/user/login/2fa', { passkey: foreign.get(options) }, HOST)).toMatchObject({
    code: 'passkey_refused',
  });
});

test('answers for another site, another challenge, another ceremony or another user, and without verification, are refused', async () => {
  const { authenticator } = await owner('fay');
  const faults: Faults[] = [
    { origin: 'http://evil.test' },
    { rpId: 'evil.test' },
    { challenge: 'AAAA' },
    { type: 'webauthn.create' },
    { userHandle: 'AAAA' },
    { unverified: true },
  ];
  for (const fault of faults)
    expect([fault, (await signIn(authenticator, fault)).answer]).toEqual([
      fault,
      expect.objectContaining({ code: 'passkey_refused', data: null }),
    ]);
  expect((await signIn(authenticator)).answer).toMatchObject({ success: true });
});

test('a new passkey is refused with the same faults', async () => {
  const { browser } = await owner('gwen');
  for (const fault of [
    { origin: 'http://evil.test' },
    { rpId: 'evil.test' },
    { challenge: 'AAAA' },
    { unverified: true },
  ] as const)
    expect([fault, await add(browser, new PasskeyAuthenticator(ORIGIN), 'x', fault)]).toEqual([
      fault,
      expect.objectContaining({ code: 'passkey_refused' }),
    ]);
});

test('a challenge is of one browser and one use', async () => {
  const { authenticator } = await owner('hana');
  const browser = new Browser(gateway);
  const assertion = authenticator.get(await publicKeyOf(browser, '/api/user/passkey/login/begin'));
  const finish = (by: Browser) => by.post('/api/user/passkey/login/finish', assertion, HOST);
  expect(await finish(new Browser(gateway))).toMatchObject({ code: 'passkey_refused' });
  expect(await finish(browser)).toMatchObject({ success: true });
  expect(await finish(browser)).toMatchObject({ code: 'passkey_refused' });
});

test('an answer that was refused cannot be sent again with the same challenge', async () => {
  const { authenticator } = await owner('hope');
  const browser = new Browser(gateway);
  const options = await publicKeyOf(browser, '/api/user/passkey/login/begin');
  const finish = (faults: Faults) =>
    browser.post('/api/user/passkey/login/finish', authenticator.get(options, faults), HOST);
  expect(await finish({ unverified: true })).toMatchObject({ code: 'passkey_refused' });
  expect(await finish({})).toMatchObject({ code: 'passkey_refused' });
});

test('a copy of an authenticator is recognized by its count of signatures', async () => {
  const { authenticator } = await owner('ines');
  expect((await signIn(authenticator, { counter: 7 })).answer).toMatchObject({ success: true });
  for (const counter of [7, 3, 0])
    expect([counter, (await signIn(authenticator, { counter })).answer.code]).toEqual([
      counter,
      'passkey_refused',
    ]);
  expect((await signIn(authenticator, { counter: 8 })).answer).toMatchObject({ success: true });
});

test('authenticators that do not count sign in again and again', async () => {
  const { authenticator } = await owner('june');
  for (let times = 0; times < 2; times++)
    expect((await signIn(authenticator, { counter: 0 })).answer).toMatchObject({ success: true });
});

test('a banned account does not sign in', async () => {
  const { id, authenticator } = await owner('kate');
  await gateway.sql('UPDATE users SET status = 2 WHERE id = $1', [id]);
  expect((await signIn(authenticator)).answer).toMatchObject({ code: 'passkey_refused' });
  expect(await lastAudit(id)).toEqual({
    action: 'sign_in_failed',
    details: '{"method":"passkey","reason":"user_banned"}',
  });
});

test('a removed passkey does not sign in, and with the last factor the second step ends', async () => {
  const { id, name, browser, authenticator, passkeyId } = await owner('lena');
  const { id: _other, passkeyId: foreign } = await owner('lena-2');
  expect(await browser.send('delete', `/api/user/passkey/${foreign}`)).toMatchObject({
    code: 'passkey_not_found',
  });
  expect(
    await browser.send('delete', `/api/user/passkey/${passkeyId}`, { original_password: 'password 2' }),
  ).toMatchObject({ code: 'original_password_wrong' });
  expect(await browser.send('delete', `/api/user/passkey/${passkeyId}`)).toMatchObject({ success: true });
  expect(await lastAudit(id)).toMatchObject({ action: 'passkey_removed' });
  expect((await signIn(authenticator)).answer).toMatchObject({ code: 'passkey_refused' });
  expect(
    await new Browser(gateway).post('/api/user/login', { username: name, password: PASSWORD }),
  ).toMatchObject({
    data: { id },
  });
});

test('a passkey proves its owner for new recovery codes, also where it is the only factor', async () => {
  const { browser, authenticator } = await owner('mona');
  const options = await publicKeyOf(browser, '/api/user/passkey/verify/begin');
  const answer = await browser.post(
    '/api/user/2fa/backup_codes',
    { passkey: authenticator.get(options) },
    HOST,
  );
  expect(answer).toMatchObject({ success: true });
});

test('a passkey confirms a session before a sensitive action', async () => {
  const { id, browser, authenticator } = await owner('zoe');
  await age(gateway, { signedInAt: 601, confirmedAt: 601 });
  expect(await browser.send('post', '/api/user/token')).toMatchObject({ code: 'confirmation_required' });
  const state = await browser.get('/api/user/confirm');
  expect(state.body).toMatchObject({ data: { methods: ['password', 'passkey'] } });
  const proof = async (faults: Faults) => {
    const options = await publicKeyOf(browser, '/api/user/passkey/verify/begin');
    return browser.post('/api/user/confirm', { passkey: authenticator.get(options, faults) }, HOST);
  };
  expect(await proof({ unverified: true })).toMatchObject({ code: 'passkey_refused' });
  expect(await browser.send('post', '/api/user/token')).toMatchObject({ code: 'confirmation_required' });
  expect(await proof({})).toMatchObject({ success: true });
  expect(await lastAudit(id)).toEqual({ action: 'identity_confirmed', details: '{"method":"passkey"}' });
  expect(await browser.send('post', '/api/user/token')).toMatchObject({ success: true });
});

test('an account has at most ten passkeys', async () => {
  const { browser } = await owner('nina');
  for (let number = 2; number <= 10; number++) await add(browser, new PasskeyAuthenticator(ORIGIN), '');
  expect(await browser.post('/api/user/passkey/register/begin', {}, HOST)).toMatchObject({
    code: 'passkeys_full',
  });
});

test('passkeys belong to the public address, whatever the address of the request; one of this machine does not count', async () => {
  const { authenticator } = await owner('olga');
  await setOptions(gateway, { ServerAddress: 'http://gateway.test' });
  expect((await signIn(authenticator, {}, { host: 'internal.test:3000' })).answer).toMatchObject({
    success: true,
  });
  await setOptions(gateway, { ServerAddress: 'https://elsewhere.test' });
  expect((await signIn(authenticator)).answer).toMatchObject({ code: 'passkey_refused' });
  await setOptions(gateway, { ServerAddress: 'http://localhost:3000' });
  expect((await signIn(authenticator)).answer).toMatchObject({ success: true });
});

test('an IP address is no site of passkeys, and the answer says so', async () => {
  for (const host of ['192.0.2.1:3000', '[2001:db8::1]:3000'])
    expect(await new Browser(gateway).post('/api/user/passkey/login/begin', {}, { host })).toMatchObject({
      code: 'passkey_needs_domain',
    });
});

test('adding and removing needs a session; an access token is not enough', async () => {
  const { id, browser, passkeyId } = await owner('petra');
  const { body } = await browser.get('/api/user/token');
  const headers = { ...HOST, authorization: String(body.data), 'new-api-user': String(id) };
  const byToken = new Browser(gateway);
  for (const path of ['register/begin', 'verify/begin'])
    expect(await byToken.post(`/api/user/passkey/${path}`, {}, headers)).toMatchObject({
      code: 'session_required',
    });
  expect(await byToken.send('delete', `/api/user/passkey/${passkeyId}`, {}, headers)).toMatchObject({
    code: 'session_required',
  });
});
