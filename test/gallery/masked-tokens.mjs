const now = Math.floor(Date.now() / 1000);
const HOUR = 3600;

const TOKEN = {
  user_id: 1,
  status: 1,
  created_time: now - 90 * 24 * HOUR,
  accessed_time: now - 200,
  expired_time: -1,
  remain_quota: 4_200_000,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  used_quota: 800_000,
  group: '',
  scopes: '',
  cross_group_retry: true,
  DeletedAt: null,
  week_quota: 120_000,
  former_key: null,
  last_use: null,
  refused_use: null,
};
const USE = { at: now - 200, address: '203.0.113.24', user_agent: 'OpenAI/Python 2.1.0' };

/** Tokens whose keys lists do not have: one is being replaced, one was refused, one can be shown. */
export const MASKED_TOKENS = [
  {
    ...TOKEN,
    id: 3,
    name: 'prod-web',
    key: '…x7Qa',
    key_access: 'never',
    last_use: USE,
    former_key: {
      end: 'k2Lm',
      replaced_at: now - 5 * HOUR,
      ends_at: now + 19 * HOUR,
      last_use: { ...USE, at: now - 3 * HOUR },
    },
  },
  {
    ...TOKEN,
    id: 2,
    name: 'batch jobs',
    key: '…9fTb',
    key_access: 'confirmed',
    scopes: 'chat,models',
    last_use: { ...USE, at: now - 48 * HOUR, address: '2001:db8:85a3::8a2e:370:7334' },
    refused_use: { ...USE, at: now - HOUR, code: 'scope_forbidden' },
  },
  { ...TOKEN, id: 1, name: 'new', key: '…Zz01', key_access: 'confirmed', used_quota: 0, accessed_time: 0 },
];
