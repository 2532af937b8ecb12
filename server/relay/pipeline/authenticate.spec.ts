import { NEVER_EXPIRES, Role, TokenStatus, UserStatus } from '../../contract/enums.js';
import { readAddresses } from '../../core/address-list.js';
import type { TokenIdentity, TokenOwner } from '../../tokens/token-identity.js';
import { checkToken, keyOf } from './authenticate.js';

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
  ])('is %s', (_kind, headers, path, key) => {
    expect(keyOf(headers, path)).toBe(key);
  });
});
