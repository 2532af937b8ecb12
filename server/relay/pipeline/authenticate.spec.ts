import { NEVER_EXPIRES, Role, TokenStatus, UserStatus } from '../../contract/enums.js';
import { ALL_SCOPES, SCOPE_BITS } from '../../contract/token-scopes.js';
import { readAddresses } from '../../core/address-list.js';
import type { TokenIdentity, TokenOwner } from '../../tokens/token-identity.js';
import { checkToken, identify, keyOf, queryKey } from './authenticate.js';
import type { Caller } from './stages.js';

const NOW = 1_800_000_000;
const owner: TokenOwner = {
  id: 7,
  username: 'alice',
  role: Role.user,
  status: UserStatus.enabled,
  group: 'default',
  quota: 100,
  setting: { acceptUnsetModelRatio: false },
};
const usable: TokenIdentity = {
  id: 3,
  name: 'a token',
  status: TokenStatus.enabled,
  expiredTime: NEVER_EXPIRES,
  remainQuota: 100,
  unlimitedQuota: false,
  modelLimits: undefined,
  allowIps: undefined,
  scopes: ALL_SCOPES,
  formerUntil: undefined,
  group: '',
  crossGroupRetry: true,
  maskedKey: 'abc***xyz',
  user: owner,
};
const withOwner = (change: Partial<TokenOwner>) => ({ user: { ...owner, ...change } });

describe('a token', () => {
  test.each<[string, Partial<TokenIdentity>]>([
    ['that never expires', {}],
    ['that expires in a second', { expiredTime: NOW + 1 }],
    ['in the last second before it expires', { expiredTime: NOW }],
    ['with one unit of quota', { remainQuota: 1 }],
    ['without quota, but unlimited', { remainQuota: 0, unlimitedQuota: true }],
    ['overdrawn before it became unlimited', { remainQuota: -5, unlimitedQuota: true }],
    ['of an owner without quota, which the reservation checks', withOwner({ quota: 0 })],
    ['of the super administrator', withOwner({ role: Role.root })],
    ['with addresses, which are checked after it', { allowIps: readAddresses('10.0.0.1') }],
  ])('%s may be used', (_state, change) => {
    expect(() => checkToken({ ...usable, ...change }, NOW)).not.toThrow();
  });

  test.each<[string, Partial<TokenIdentity>, string]>([
    ['that expired a second ago', { expiredTime: NOW - 1 }, 'token_expired'],
    ['that expired an hour ago', { expiredTime: NOW - 3600 }, 'token_expired'],
    ['that expired long ago', { expiredTime: 1 }, 'token_expired'],
    ['marked as expired', { status: TokenStatus.expired }, 'token_expired'],
    ['that is disabled', { status: TokenStatus.disabled }, 'token_unavailable'],
    ['of an unknown status', { status: 9 }, 'token_unavailable'],
    ['marked as exhausted', { status: TokenStatus.exhausted }, 'token_exhausted'],
    ['without quota', { remainQuota: 0 }, 'token_empty'],
    ['overdrawn', { remainQuota: -1 }, 'token_empty'],
    ['of a banned owner', withOwner({ status: UserStatus.banned }), 'owner_banned'],
    ['of a locked owner', withOwner({ status: UserStatus.locked }), 'owner_banned'],
    ['of a banned administrator', withOwner({ status: UserStatus.banned, role: Role.root }), 'owner_banned'],
  ])('%s is refused', (_state, change, code) => {
    expect(() => checkToken({ ...usable, ...change }, NOW)).toThrow(expect.objectContaining({ code }));
  });
});

test.each<[string, Partial<TokenIdentity>, object]>([
  ['exhausted', { status: TokenStatus.exhausted }, { key: 'abc***xyz' }],
  ['overdrawn', { remainQuota: -1 }, { key: 'abc***xyz', quota: -1 }],
])('the message about a token that is %s names it', (_state, change, params) => {
  expect(() => checkToken({ ...usable, ...change }, NOW)).toThrow(expect.objectContaining({ params }));
});

describe('the caller', () => {
  const uses: string[] = [];
  beforeEach(() => void uses.splice(0));
  const noteUse = ({ id }: TokenIdentity, _arrival: object, refusal = 'accepted') =>
    void uses.push(`${id} ${refusal}`);

  /** The source looks tokens up in memory, and in the database where `isLoaded` is false. */
  function identified(
    presentedKey: string,
    change: Partial<TokenIdentity> = {},
    { isLoaded = true, ip = '10.0.0.1', seconds = NOW } = {},
  ): Caller | Promise<Caller> {
    const arrival = { at: seconds * 1000, clientIp: () => ip, userAgent: 'curl/8', scope: 'chat' } as const;
    return identify(presentedKey, arrival, {
      noteUse,
      find: (key) => {
        const token = key === 'KEY' ? { ...usable, ...change } : undefined;
        return isLoaded ? token : Promise.resolve(token);
      },
    });
  }
  const administrator = withOwner({ role: Role.admin });

  test.each<[string, Partial<TokenIdentity>, string | undefined]>([
    ['sk-KEY', {}, undefined],
    ['KEY', {}, undefined],
    ['sk-KEY-12', administrator, '12'],
    ['KEY-12', administrator, '12'],
    ['sk-KEY-12', withOwner({ role: Role.root }), '12'],
    ['sk-KEY-12-more', administrator, '12'],
  ])('%s is found, with the channel that it pins', async (presentedKey, change, pinnedChannel) => {
    const caller = { token: { ...usable, ...change }, pinnedChannel };
    expect(identified(presentedKey, change)).toEqual(caller);
    const found = identified(presentedKey, change, { isLoaded: false });
    expect(found).toBeInstanceOf(Promise);
    expect(await found).toEqual(caller);
  });

  test.each<[string, string, Partial<TokenIdentity>, string]>([
    ['without a key', '', {}, 'no_token'],
    ['with an unknown key', 'sk-OTHER', {}, 'unknown_token'],
    ['whose key is only the prefix', 'sk-', {}, 'unknown_token'],
    ['whose key has the prefix in the middle', 'KEYsk-', {}, 'unknown_token'],
    ['whose token has expired', 'sk-KEY', { expiredTime: NOW - 1 }, 'token_expired'],
    [
      'at an address the token does not allow',
      'sk-KEY',
      { allowIps: readAddresses('10.0.0.2') },
      'ip_forbidden',
    ],
    ['whose token may not chat', 'sk-KEY', { scopes: ALL_SCOPES - SCOPE_BITS.chat }, 'scope_forbidden'],
    ['whose key was replaced and has ended', 'sk-KEY', { formerUntil: NOW }, 'unknown_token'],
    ['who pins a channel without being an administrator', 'sk-KEY-12', {}, 'pin_forbidden'],
    ['who pins nothing without being an administrator', 'sk-KEY-', {}, 'pin_forbidden'],
  ])('%s is rejected', async (_who, presentedKey, change, code) => {
    const rejection = expect.objectContaining({ code });
    expect(() => identified(presentedKey, change)).toThrow(rejection);
    await expect((async () => identified(presentedKey, change, { isLoaded: false }))()).rejects.toEqual(
      rejection,
    );
  });

  test.each<[string, string, Partial<TokenIdentity>, string[]]>([
    ['that is let in', 'sk-KEY', {}, ['3 accepted']],
    ['that is refused', 'sk-KEY', { status: TokenStatus.disabled }, ['3 token_unavailable']],
    ['whose key is unknown', 'sk-OTHER', {}, []],
    ['whose former key has ended', 'sk-KEY', { formerUntil: NOW }, []],
  ])('%s: what is noted of its use', (_who, presentedKey, change, noted) => {
    try {
      void identified(presentedKey, change);
    } catch {
      // Refused.
    }
    expect(uses).toEqual(noted);
  });

  test('with a key that was replaced is let in before its end', () => {
    expect(identified('sk-KEY', { formerUntil: NOW + 1 })).toMatchObject({ token: { id: 3 } });
  });

  test('with the scope of the route alone is let in', () => {
    expect(identified('sk-KEY', { scopes: SCOPE_BITS.chat })).toMatchObject({ token: { id: 3 } });
  });

  test('at an allowed address is let in', () => {
    const allowIps = readAddresses('10.0.0.0/24');
    expect(identified('sk-KEY', { allowIps })).toMatchObject({ token: { allowIps } });
  });

  test('the address is looked up only for tokens that are restricted to some', () => {
    const arrival = {
      at: NOW * 1000,
      clientIp: () => {
        throw new Error('looked up');
      },
      userAgent: undefined,
      scope: 'chat',
    } as const;
    expect(identify('sk-KEY', arrival, { find: () => usable, noteUse })).toMatchObject({ token: usable });
  });

  test('a token expires by the whole second', () => {
    expect(identified('KEY', { expiredTime: NOW }, { seconds: NOW + 0.999 })).toMatchObject({
      token: { id: 3 },
    });
  });
});

describe('the key of a request', () => {
  test.each([
    ['a bearer token', { authorization: 'Bearer sk-a' }, '/v1/chat/completions', 'sk-a'],
    ['any case of the scheme', { authorization: 'bearer sk-a' }, '/v1/chat/completions', 'sk-a'],
    ['no scheme', { authorization: 'sk-a' }, '/v1/chat/completions', 'sk-a'],
    ['x-api-key for messages', { 'x-api-key': 'sk-a' }, '/v1/messages', 'sk-a'],
    [
      'x-api-key before a bearer token',
      { 'x-api-key': 'sk-a', authorization: 'Bearer sk-b' },
      '/v1/messages',
      'sk-a',
    ],
    [
      'x-api-key of a client of Anthropic',
      { 'x-api-key': 'sk-a', 'anthropic-version': '1' },
      '/v1/models',
      'sk-a',
    ],
    ['no x-api-key elsewhere', { 'x-api-key': 'sk-a' }, '/v1/chat/completions', ''],
    ['x-goog-api-key for Gemini', { 'x-goog-api-key': 'sk-a' }, '/v1beta/models/m:generateContent', 'sk-a'],
    ['no x-goog-api-key elsewhere', { 'x-goog-api-key': 'sk-a' }, '/v1/chat/completions', ''],
    ['?key= for Gemini', {}, '/v1beta/models/m:generateContent?key=sk-a', 'sk-a'],
    ['no ?key= elsewhere', {}, '/v1/chat/completions?key=sk-a', ''],
    ['nothing', {}, '/v1/messages', ''],
    ['x-api-key on the paths below messages', { 'x-api-key': 'sk-a' }, '/v1/messages/count_tokens', 'sk-a'],
    [
      'a bearer token where x-api-key is empty',
      { 'x-api-key': '', authorization: 'Bearer sk-b' },
      '/v1/messages',
      'sk-b',
    ],
    ['x-goog-api-key for the models', { 'x-goog-api-key': 'sk-a' }, '/v1/models/m', 'sk-a'],
    [
      'a bearer token where x-goog-api-key is empty',
      { 'x-goog-api-key': '', authorization: 'Bearer sk-b' },
      '/v1beta/models/m',
      'sk-b',
    ],
    ['a bearer token before ?key=', { authorization: 'Bearer sk-b' }, '/v1beta/models/m?key=sk-a', 'sk-b'],
    ['?key= among other parameters', {}, '/v1beta/models/m?alt=sse&key=sk%2Da', 'sk-a'],
    ['no other parameter', {}, '/v1beta/models/m?alt=sse', ''],
    ['without blanks around x-api-key', { 'x-api-key': ' sk-a ' }, '/v1/messages', 'sk-a'],
    ['without blanks around x-goog-api-key', { 'x-goog-api-key': ' sk-a ' }, '/v1beta/models/m', 'sk-a'],
    [
      'without blanks around a bearer token',
      { authorization: 'Bearer   sk-a ' },
      '/v1/chat/completions',
      'sk-a',
    ],
    [
      'without blanks around a key that has no scheme',
      { authorization: 'sk-a ' },
      '/v1/chat/completions',
      'sk-a',
    ],
    ['without blanks around ?key=', {}, '/v1beta/models/m?key=%20sk-a%20', 'sk-a'],
    [
      'a key that contains the name of the scheme',
      { authorization: 'sk-bearer a' },
      '/v1/chat/completions',
      'sk-bearer a',
    ],
    ['no list of x-api-key', { 'x-api-key': ['sk-a', 'sk-b'] }, '/v1/messages', ''],
    ['no list of x-goog-api-key', { 'x-goog-api-key': ['sk-a', 'sk-b'] }, '/v1beta/models/m', ''],
  ])('is %s', (_kind, headers, path, key) => {
    expect(keyOf(headers, path)).toBe(key);
  });

  test.each([
    ['/v1beta/models', ''],
    ['/v1beta/models?', ''],
    ['/?key=sk-a', 'sk-a'],
    ['key=sk-a', ''],
    ['/v1beta/models?key=', ''],
    ['/v1beta/models?key=sk-a&key=sk-b', 'sk-a'],
  ])('in the query of %s is %j', (path, key) => {
    expect(queryKey(path)).toBe(key);
  });
});
