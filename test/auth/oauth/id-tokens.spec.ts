import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Management } from '../../setup/management.js';
import { LoopbackServer } from '../../doubles/loopback-server.js';
import { Browser } from './browser.js';
import { startGateway } from './start-gateway.js';

/**
 * ID tokens as an issuer, or somebody in its place, may make them. The issuer here is written by hand, because a proper one
 * makes no wrong token.
 */
const CLIENT = { id: 'client-id', secret: 'a secret of forty or so characters, hush' };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = {
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
  kid: 'one',
};

type Claims = Record<string, unknown>;
type Maker = (claims: Claims) => string;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signedBy(key: KeyObject, change: Claims = {}, header: Claims = {}): Maker {
  return (claims) => {
    const content = `${encoded({ alg: 'RS256', kid: 'one', ...header })}.${encoded({ ...claims, ...change })}`;
    return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
  };
}

let gateway: Management;
let close: () => Promise<void>;
let issuer: LoopbackServer;
let nonce = '';
let makeToken: Maker = signedBy(privateKey);

function answerOf(path: string): object {
  switch (path) {
    case '/.well-known/openid-configuration':
      return {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
    case '/keys':
      return { keys: [jwk] };
    default: {
      const now = Math.floor(Date.now() / 1000);
      const times = { iat: now, exp: now + 60 };
      const id_token = makeToken({ iss: issuer.url, aud: CLIENT.id, sub: 'somebody', nonce, ...times });
      return { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token };
    }
  }
}

beforeAll(async () => {
  issuer = await LoopbackServer.start(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answerOf(new URL(request.url ?? '/', issuer.url).pathname)));
  });
  ({ gateway, close } = await startGateway(
    {},
    {
      ServerAddress: 'http://console.example',
      'oidc.client_id': CLIENT.id,
      'oidc.client_secret': CLIENT.secret,
      'oidc.well_known': `${issuer.url}/.well-known/openid-configuration`,
      'oidc.enabled': 'true',
    },
  ));
});
afterAll(async () => {
  await close();
  await issuer.close();
});

async function signIn(): Promise<{ success: boolean; message: string }> {
  const browser = new Browser(gateway);
  const { body } = await browser.get('/api/oauth/state', { provider: 'oidc' });
  const url = new URL(String(body['authorization_url']));
  nonce = url.searchParams.get('nonce') ?? '';
  return (await browser.get('/api/oauth/oidc', { code: 'any', state: String(body.data) })).body;
}

const past = Math.floor(Date.now() / 1000) - 3600;
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Signed with the public key as if it were a secret of both ends. */
const confused: Maker = (claims) => {
  const content = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(claims)}`;
  const secret = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' });
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};

test('a token that is right in all signs in', async () => {
  makeToken = signedBy(privateKey);
  expect((await signIn()).success).toBe(true);
});

test.each<[string, Maker]>([
  ['has no signature', (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
  ['says that it has no signature', signedBy(privateKey, {}, { alg: 'none' })],
  ['is signed by a key of its own, which it names', signedBy(other, {}, { jwk, jku: 'http://127.0.0.1:1' })],
  ['is signed by the public key as a secret', confused],
  ['is for another client', signedBy(privateKey, { aud: 'another-client' })],
  ['is of another issuer', signedBy(privateKey, { iss: 'https://other.example' })],
  ['has expired', signedBy(privateKey, { iat: past, exp: past + 60 })],
  ['is not valid yet', signedBy(privateKey, { nbf: past + 7200 })],
  ['has another nonce', signedBy(privateKey, { nonce: 'of somebody else' })],
  ['names nobody', signedBy(privateKey, { sub: undefined })],
])('a token that %s is refused', async (_what, maker) => {
  makeToken = maker;
  expect(await signIn()).toMatchObject({ success: false, message: 'OIDC 获取 Token 失败，请检查设置！' });
});
