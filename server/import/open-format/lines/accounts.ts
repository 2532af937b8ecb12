import { z } from 'zod';
import { id, idOf, quota, seconds, secret, time } from './columns.js';

/** Ids by which an account signs in at other sites; '' = none. */
const signIn = (site: string) => z.string().describe(`id of the account at ${site}; '' = none`);

export const userLine = z.strictObject({
  id: id(),
  username: z.string(),
  password: secret("hash by argon2id or bcrypt, '' = none"),
  display_name: z.string(),
  role: z.int().describe('1 user, 10 administrator, 100 super administrator'),
  status: z.int().describe('1 enabled, 2 banned, 3 locked'),
  email: z.string(),
  github_id: signIn('GitHub'),
  oidc_id: signIn('the OpenID provider'),
  wechat_id: signIn('WeChat'),
  telegram_id: signIn('Telegram'),
  linux_do_id: signIn('LINUX DO'),
  access_token_hash: secret('HMAC-SHA-256 of the system access token, by TOLLGATE_SECRET'),
  access_token_key: z
    .string()
    .nullable()
    .describe('id of the secret that made access_token_hash; null = the account has no token'),
  quota: quota('balance'),
  used_quota: quota(),
  request_count: z.int(),
  group: z.string(),
  aff_code: z.string().nullable().describe('invitation code'),
  aff_count: z.int().describe('accounts that were invited'),
  aff_quota: quota('reward that was not moved to the balance yet'),
  aff_history: quota('all rewards'),
  inviter_id: idOf('users'),
  deleted_at: time(),
  second_factor: z.boolean().describe('the account had a second factor, here or where it was imported from'),
  second_factor_asked_at: seconds('when a second factor was first required of it; 0 = never'),
  setting: z
    .string()
    .describe("JSON, '' = none. Secrets of notifications are null in an export without secrets"),
});

export const tokenLine = z.strictObject({
  id: id(),
  user_id: idOf('users'),
  key: secret("the key without sk-, '' = it is not stored"),
  key_end: z.string().describe("last characters of a key that is not in this line; '' = none"),
  hook_secret: secret("signs hooks of tasks where the key is not stored, '' = none"),
  key_hash: secret('HMAC-SHA-256 of a key that is not stored, by TOLLGATE_SECRET'),
  hash_key: z
    .string()
    .nullable()
    .describe('id of the secret that made the hash of a key that is not stored; null = the key is stored'),
  status: z.int().describe('1 enabled, 2 disabled, 3 expired, 4 exhausted'),
  name: z.string(),
  created_time: seconds(),
  accessed_time: seconds('last charge'),
  expired_time: seconds('-1 = never'),
  remain_quota: quota('what is left'),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string().describe('models, separated by commas'),
  allow_ips: z.string().describe("one address per line; '' = any"),
  used_quota: quota(),
  group: z.string().describe("'' = that of the user"),
  scopes: z.string().describe("separated by commas; '' = all"),
  cross_group_retry: z.boolean(),
  deleted_at: time(),
});
