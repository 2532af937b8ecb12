import { z } from 'zod';
import { id, idOf, json, quota, seconds, secret, time } from './columns.js';

export const channelLine = z.strictObject({
  id: id(),
  type: z.int().describe('as in docs/compatibility.md'),
  key: secret(
    "the credential, with several keys one per line; references such as env:NAME are no secrets. '' = none",
  ),
  open_ai_organization: z.string().nullable(),
  test_model: z.string().nullable(),
  status: z.int().describe('1 enabled, 2 disabled by hand, 3 disabled automatically'),
  drained_until: seconds('no new requests until then; 0 = not drained'),
  name: z.string(),
  weight: z.int(),
  created_time: seconds(),
  test_time: seconds('last test'),
  response_time: z.int().describe('milliseconds of the last test that succeeded'),
  last_test: json('what the last test found'),
  base_url: z.string().describe("'' = that of the type"),
  other: z.string(),
  balance: z.number().describe('USD at the provider'),
  balances: json('balances at the provider, as it reported them'),
  balance_updated_time: seconds(),
  models: z.string().describe('separated by commas'),
  group: z.string().describe('groups, separated by commas'),
  used_quota: quota(),
  model_mapping: z.string().nullable().describe('JSON, requested model → model of the provider'),
  status_code_mapping: z.string().nullable().describe('JSON'),
  priority: z.int(),
  auto_ban: z.int().describe('1 = may be disabled automatically'),
  other_info: z.string().describe("JSON with keys that are disabled; '' = none"),
  tag: z.string().nullable(),
  setting: z
    .string()
    .nullable()
    .describe(
      'JSON. In an export without secrets, values of headers and a proxy with a password in it are null',
    ),
  param_override: z.string().nullable().describe('JSON that is merged into requests to the provider'),
  max_input_tokens: z.int().nullable(),
});

const usd = (of: string) => z.number().nullable().describe(`USD ${of}; null = none`);

export const purchasePriceLine = z.strictObject({
  id: id(),
  channel_id: idOf('channels'),
  model: z.string().describe("'' = all models of the channel that have none of their own"),
  valid_from: seconds(),
  kind: z.string().describe('what the price is made of'),
  ratio: z.number().nullable().describe('factor of the list price; null = none'),
  input: usd('per million tokens'),
  output: usd('per million tokens'),
  cached: usd('per million tokens'),
  cache_write: usd('per million tokens'),
  call: usd('per request'),
});

export const optionLine = z.strictObject({
  key: z.string().describe('name of the option, as in docs/configuration.md'),
  value: z.string().nullable().describe('null = a secret, exported without secrets'),
});

export const redemptionLine = z.strictObject({
  id: id(),
  user_id: idOf('users'),
  key: secret('the code'),
  status: z.int().describe('1 unused, 2 disabled, 3 used'),
  name: z.string(),
  campaign: z.string(),
  quota: quota(),
  created_time: seconds(),
  redeemed_time: seconds('0 = not redeemed'),
  used_user_id: idOf('users'),
  deleted_at: time(),
});

export const topUpLine = z.strictObject({
  id: id(),
  user_id: idOf('users'),
  amount: z.int().describe('whole USD'),
  money: z.number().describe("price in the payment site's currency"),
  trade_no: z.string().describe('number of the order'),
  create_time: seconds(),
  status: z.string().describe('pending, success or expired'),
  quota: quota('to credit'),
  complete_time: seconds('0 = not paid'),
  payment_method: z.string(),
});
