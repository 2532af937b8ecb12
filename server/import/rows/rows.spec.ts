import { Vault } from '../../core/crypto.js';
import type { SourceRow } from '../sources/source.js';
import { channelColumns } from './channel-columns.js';
import { songColumns } from './task-columns.js';
import { tokenColumns } from './token-columns.js';
import { userColumns } from './user-columns.js';

const vault = new Vault('a secret for the tests of imports');
const codes = ({ notes }: { notes: readonly { code: string }[] }) => notes.map(({ code }) => code);
const HASH = `$2a$10$${'h'.repeat(53)}`;

test('a user keeps what is valid', () => {
  const user = userColumns(
    {
      id: '5',
      username: 'ann ',
      password: HASH,
      role: '10',
      status: '2',
      quota: '1234',
      access_token: 'tok+/=   ',
      aff_code: null,
    },
    vault,
  );
  expect(user).toMatchObject({
    username: 'ann',
    quota: 1234,
    affCode: '',
    accessTokenHash: vault.lookupHash('tok+/='),
  });
  expect(user.columns).toMatchObject({ role: 10, status: 2, password: HASH, group: 'default', setting: '' });
  expect(user.notes).toEqual([]);
});

test('what a user cannot keep is decided by the rules', () => {
  const user = userColumns(
    { id: '5', username: '', password: 'md5', role: '7', status: '9', quota: '-6000', setting: '{bad' },
    vault,
  );
  expect(codes(user)).toEqual([
    'name_missing',
    'negative_balance',
    'password_unreadable',
    'role_unknown',
    'status_unknown',
    'setting_unreadable',
  ]);
  expect(user).toMatchObject({
    username: 'user-5',
    quota: 0,
    columns: { role: 1, status: 2, password: '', setting: '' },
  });
  expect(codes(userColumns({ id: '1', username: 'rich', quota: '9007199254740993' }, vault))).toEqual([
    'amount_too_large',
  ]);
});

test('secrets in the setting of a user are sealed', () => {
  const setting = JSON.stringify({
    notify_type: 'webhook',
    webhook_secret: 'hs',
    webhook_url: 'https://a.example',
  });
  const { columns } = userColumns({ id: '1', username: 'a', setting }, vault);
  const { webhook_secret: secret, webhook_url: url } = JSON.parse(String(columns.setting)) as Record<
    string,
    string
  >;
  expect([vault.open(secret!), secret, url]).toEqual([
    'hs',
    expect.stringMatching(/^v1:/),
    'https://a.example',
  ]);
});

test.each([48, 59])('a key of %i characters is found with and without sk-', (length) => {
  const key = 'k'.repeat(length);
  for (const stored of [key, `sk-${key}`])
    expect(tokenColumns({ id: '1', user_id: '1', key: stored }, vault).keyHash).toBe(vault.lookupHash(key));
});

test('a token that expired at 0 stays expired; one without a time never expires', () => {
  const rows: SourceRow[] = [{ expired_time: '0' }, { expired_time: '-1' }, { expired_time: null }, {}];
  const times = rows.map((row) => tokenColumns({ ...row, id: '1', key: 'a' }, vault).columns.expired_time);
  expect(times).toEqual([0, -1, -1, -1]);
});

test('tokens: unlimited ones count below zero, limits of one-api, addresses, unusable keys', () => {
  const limited = tokenColumns({ id: '1', key: 'a', remain_quota: '-5', unlimited_quota: '0' }, vault);
  expect([limited.remain, codes(limited)]).toEqual([0, ['negative_balance']]);
  const unlimited = tokenColumns({ id: '1', key: 'a', remain_quota: '-5', unlimited_quota: 't' }, vault);
  expect([unlimited.remain, codes(unlimited)]).toEqual([-5, []]);
  expect(
    tokenColumns({ id: '1', key: 'a', models: 'x, y', subnet: '10.0.0.0/8,::1' }, vault).columns,
  ).toMatchObject({
    model_limits_enabled: true,
    model_limits: 'x,y',
    allow_ips: '10.0.0.0/8\n::1',
    expired_time: -1,
  });
  const wrong = tokenColumns({ id: '1', key: 'a-b', allow_ips: 'office' }, vault);
  expect([wrong.columns.status, wrong.columns.allow_ips, codes(wrong)]).toEqual([
    2,
    '',
    ['key_with_dash', 'addresses_unreadable'],
  ]);
});

test('a channel with several keys keeps them and those that are disabled', () => {
  const info = {
    is_multi_key: true,
    multi_key_status_list: { 1: 3 },
    multi_key_disabled_reason: { 1: 'quota' },
  };
  const row = {
    id: '1',
    type: '1',
    name: 'multi',
    models: 'a, b,,a',
    group: 'vip,',
    channel_info: JSON.stringify(info),
  };
  for (const key of ['k1\nk2\n', '["k1","k2"]']) {
    const { columns, notes } = channelColumns({ ...row, key, setting: '{"proxy":"http://p:1"}' }, vault);
    expect(vault.open(String(columns.key))).toBe('k1\nk2');
    expect(JSON.parse(String(columns.setting))).toEqual({ multi_key: true, proxy: 'http://p:1' });
    expect(JSON.parse(String(columns.other_info))).toEqual({
      dead_keys: { 1: { reason: 'quota', time: 0 } },
    });
    expect([columns.models, columns.group, columns.status, notes]).toEqual(['a,b', 'vip', 1, []]);
  }
  const documents = channelColumns({ ...row, type: '41', key: '[{"a":1},{"b":2}]' }, vault);
  expect(vault.open(String(documents.columns.key))).toBe('{"a":1}\n{"b":2}');
});

test('a channel that cannot be read as it is, is imported disabled', () => {
  const broken = channelColumns(
    {
      id: '1',
      type: '1',
      name: 'c',
      key: 'k',
      model_mapping: '{bad',
      param_override: '{"a":1}',
      remark: 'note',
    },
    vault,
  );
  expect(broken.columns).toMatchObject({ status: 2, model_mapping: null, param_override: '{"a":1}' });
  expect(codes(broken)).toEqual(['mapping_unreadable', 'part_not_imported']);
  const unknown = channelColumns({ id: '1', type: '9999', status: '1', key: 'k' }, vault);
  expect([unknown.columns.status, codes(unknown)]).toEqual([2, ['type_unknown']]);
});

test('credentials that one-api has in config', () => {
  const config = JSON.stringify({ ak: 'AK', sk: 'SK', region: 'us-east-1' });
  const { columns } = channelColumns({ id: '1', type: '33', key: '', config, status: '1' }, vault);
  expect(vault.open(String(columns.key))).toBe('AK|SK|us-east-1');
});

test('songs without an action, and ids of later releases', () => {
  expect(
    songColumns({ id: '1', task_id: 's1', platform: 'suno', action: '', quota: '7', status: 'SUBMITTED' }),
  ).toMatchObject({
    tracked: { model: 'suno_music', upstream_id: 's1' },
    isFinished: false,
    quota: 7,
    columns: { action: 'MUSIC', platform: 'suno' },
  });
  const row = {
    task_id: 'task_x',
    platform: '50',
    private_data: '{"upstream_task_id":"u9"}',
    status: 'SUCCESS',
  };
  expect(songColumns(row)).toMatchObject({
    publicId: 'task_x',
    tracked: { upstream_id: 'u9' },
    columns: { platform: 'video' },
  });
});
