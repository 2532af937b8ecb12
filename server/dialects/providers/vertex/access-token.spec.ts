import { failureIn } from '../../../../test/dialects/failure-in.js';
import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { GoogleAccount } from '../../../../test/doubles/google-account.js';
import { accessTokenOf } from './access-token.js';
import { credentialsOf, type ServiceAccount } from './credentials.js';

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const ADDRESS = 'https://aiplatform.googleapis.com';
const google = new GoogleAccount(() => 'https://oauth2.googleapis.com');
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

const accountWith = (changed: Record<string, unknown> = {}) =>
  credentialsOf(google.document({ private_key: pem, ...changed })) as ServiceAccount;
const codec = accessTokenOf(accountWith(), ADDRESS);

const assertionOf = (account: ServiceAccount, now: Date) => {
  const call = accessTokenOf(account, ADDRESS).request(now);
  return { call, assertion: new URLSearchParams(call.body!.toString()).get('assertion')! };
};

describe('the exchange', () => {
  test('sends a signed assertion for the token endpoint', async () => {
    const now = new Date('2026-06-01T12:00:00.900Z');
    const { call, assertion } = assertionOf(accountWith(), now);
    expect(call).toMatchObject({
      method: 'POST',
      url: TOKEN_URI,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(call.body!.toString()).toMatch(
      /^grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=/,
    );
    await expect(jwtVerify(assertion, publicKey, { currentDate: now })).resolves.toBeDefined();
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    expect(decodeJwt(assertion)).toEqual({
      iss: google.email,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: TOKEN_URI,
      iat: 1_780_315_200,
      exp: 1_780_317_000,
    });
  });

  test.each([
    ['escaped line breaks', pem.replaceAll('\n', String.raw`\n`)],
    ['carriage returns', pem.replaceAll('\n', '\r\n')],
    ['PKCS#1', privateKey.export({ type: 'pkcs1', format: 'pem' }) as string],
  ])('a private key with %s is read', async (_, key) => {
    const { assertion } = assertionOf(accountWith({ private_key: key }), new Date());
    await expect(jwtVerify(assertion, publicKey)).resolves.toBeDefined();
  });

  test.each([
    ['unreadable', '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'],
    [
      'no RSA key',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }) as string,
    ],
  ])('a private key that is %s is refused without being quoted', (_, key) => {
    const failure = failureIn(() => assertionOf(accountWith({ private_key: key }), new Date()));
    expect(failure).toMatchObject({ status: 401, code: 'invalid_credentials', disables: true });
    expect(failure.message).not.toContain('c2VjcmV0');
  });

  test.each([
    ['http://127.0.0.1:1/token', ADDRESS, false],
    ['http://127.0.0.1:1/token', 'http://127.0.0.1:2', false],
    ['http://127.0.0.1:1/token', 'http://127.0.0.1:1', true],
    ['file:///etc/passwd', ADDRESS, false],
    ['https://token.example/x', ADDRESS, true],
  ])('the token_uri %s of a channel at %s is allowed: %s', (token_uri, address, isAllowed) => {
    const made = () => accessTokenOf(accountWith({ token_uri }), address);
    if (isAllowed) expect(made().request(new Date()).url).toBe(token_uri);
    else expect(failureIn(made)).toMatchObject({ code: 'invalid_credentials', disables: true });
  });

  test('a document without token_uri has Google’s', () => {
    expect(accountWith({ token_uri: undefined }).tokenUri).toBe(TOKEN_URI);
  });

  test('the identity differs between documents and token endpoints, and has no secret', () => {
    const { identity } = codec;
    expect(accessTokenOf(accountWith(), ADDRESS).identity).toBe(identity);
    expect(accessTokenOf(accountWith({ private_key_id: 'key-2' }), ADDRESS).identity).not.toBe(identity);
    expect(identity).not.toContain('PRIVATE');
    expect(identity.length).toBeLessThan(100);
  });

  test('a document is parsed once', () => {
    const document = google.document();
    expect(credentialsOf(document)).toBe(credentialsOf(document));
  });
});

describe('the response', () => {
  test('is a token with its life', () => {
    expect(codec.read(200, {}, '{"access_token":"ya29.a","expires_in":3599,"token_type":"Bearer"}')).toEqual({
      token: 'ya29.a',
      expiresInSeconds: 3599,
    });
    expect(codec.read(200, {}, '{"access_token":"ya29.a"}').expiresInSeconds).toBe(3600);
  });

  test.each([
    [
      400,
      { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
      401,
      'invalid_grant',
      true,
    ],
    [
      400,
      { error: 'invalid_grant', error_description: 'Invalid grant: account not found' },
      401,
      'invalid_grant',
      true,
    ],
    [401, { error: 'unauthorized_client' }, 401, 'unauthorized_client', true],
    [
      400,
      {
        error: 'invalid_grant',
        error_description:
          'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
      },
      502,
      'invalid_grant',
      false,
    ],
    [429, { error: 'rate_limit_exceeded' }, 429, 'bad_response_status_code', false],
    [503, 'unavailable', 503, 'bad_response_status_code', false],
    [
      500,
      { error: 'internal_failure', error_description: 'Backend Error' },
      500,
      'bad_response_status_code',
      false,
    ],
    [200, {}, 502, 'bad_response_status_code', false],
    [200, 'not JSON', 502, 'bad_response_status_code', false],
    [
      403,
      { error: { code: 403, message: 'disabled', status: 'PERMISSION_DENIED' } },
      403,
      'PERMISSION_DENIED',
      true,
    ],
  ])('%d %j is %d %s', (status, body, mapped, code, disables) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(failureIn(() => codec.read(status, {}, text))).toMatchObject({
      status: mapped,
      code,
      retryable: true,
      disables,
    });
  });
});
