import { NEVER_EXPIRES, TokenStatus, UserStatus } from '../contract/enums.js';
import { ALL_SCOPES, SCOPE_BITS } from '../contract/token-scopes.js';
import { checkAddress } from '../core/address-list.js';
import {
  identityOf,
  ownerOf,
  playgroundIdentity,
  playgroundTokenName,
  type IdentityRow,
} from './token-identity.js';

const row: IdentityRow = {
  id: 7,
  name: 'mine',
  status: TokenStatus.exhausted,
  expired_time: 1_795_000_000,
  remain_quota: 300,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  scopes: '',
  former_until: null,
  by_sha256: false,
  group: 'vip',
  cross_group_retry: true,
  user_id: 3,
  username: 'root',
  role: 100,
  user_status: UserStatus.enabled,
  user_deleted: false,
  user_group: 'default',
  user_quota: 5000,
  user_setting: '',
};
const owner = {
  id: 3,
  username: 'root',
  role: 100,
  status: UserStatus.enabled,
  group: 'default',
  quota: 5000,
  setting: { acceptUnsetModelRatio: false },
};
const KEY = 'abcdefghijklmnopqrstuvwxyz';

test('a token is its row, its owner and a key of which six characters are shown', () => {
  expect(identityOf(KEY, row)).toStrictEqual({
    id: 7,
    name: 'mine',
    status: TokenStatus.exhausted,
    expiredTime: 1_795_000_000,
    remainQuota: 300,
    unlimitedQuota: false,
    modelLimits: undefined,
    allowIps: undefined,
    scopes: ALL_SCOPES,
    formerUntil: undefined,
    group: 'vip',
    crossGroupRetry: true,
    maskedKey: 'abc***xyz',
    user: owner,
  });
});

test.each([
  ['models one by one', true, 'gpt-4o,o3', ['gpt-4o', 'o3']],
  ['blanks around names and empty entries', true, ' gpt-4o , ,o3,,\n', ['gpt-4o', 'o3']],
  ['a blank within a name', true, 'my model,o3', ['my model', 'o3']],
  ['no model at all, which allows none', true, '', []],
  ['a list that is switched off, which allows all', false, 'gpt-4o', undefined],
])('the models a token may call: %s', (_name, model_limits_enabled, model_limits, models) => {
  const { modelLimits } = identityOf(KEY, { ...row, model_limits_enabled, model_limits });
  expect(modelLimits && [...modelLimits]).toEqual(models);
});

test('a token has the scopes of its list, and the end of the key that it was found by', () => {
  const found = identityOf(KEY, { ...row, scopes: 'chat,models', former_until: 1_795_000_000 });
  expect(found).toMatchObject({ scopes: SCOPE_BITS.chat + SCOPE_BITS.models, formerUntil: 1_795_000_000 });
});

test('the addresses that may use a token are those of its list', () => {
  const { allowIps } = identityOf(KEY, { ...row, allow_ips: '10.0.0.0/8\n192.168.1.1' });
  expect(() => checkAddress(allowIps!, '10.1.2.3')).not.toThrow();
  expect(() => checkAddress(allowIps!, '192.168.1.2')).toThrow();
});

test.each([
  ['enabled', UserStatus.enabled, false, UserStatus.enabled],
  ['banned', UserStatus.banned, false, UserStatus.banned],
  ['deleted', UserStatus.enabled, true, UserStatus.banned],
])('a user who is %s', (_state, user_status, user_deleted, status) => {
  expect(ownerOf({ ...row, user_status, user_deleted })).toStrictEqual({ ...owner, status });
});

test.each([
  ['{"accept_unset_model_ratio_model":true}', true],
  ['{"accept_unset_model_ratio_model":false}', false],
  ['{"language":"en"}', false],
  ['{"accept_unset_model_ratio_model":"true"}', false],
  ['{"accept_unset_model_ratio_model":1,"language":"en"}', false],
  ['', false],
  ['null', false],
  ['[]', false],
  ['{"accept_unset_model_ratio_model":true', false],
])('a user with the setting %s accepts models without a price: %s', (user_setting, accepted) => {
  expect(ownerOf({ ...row, user_setting }).setting).toStrictEqual({ acceptUnsetModelRatio: accepted });
});

test('a user of the console is limited by nothing but the group', () => {
  expect(playgroundIdentity(owner, 'vip')).toStrictEqual({
    id: 0,
    name: 'playground-vip',
    status: TokenStatus.enabled,
    expiredTime: NEVER_EXPIRES,
    remainQuota: 0,
    unlimitedQuota: true,
    modelLimits: undefined,
    allowIps: undefined,
    scopes: ALL_SCOPES,
    formerUntil: undefined,
    group: 'vip',
    crossGroupRetry: true,
    maskedKey: '',
    user: owner,
  });
  expect(playgroundTokenName('default')).toBe('playground-default');
});
