import { z } from 'zod';
import { id, idOf, quota, seconds } from './columns.js';

export const logLine = z.strictObject({
  id: id(),
  created_at: seconds(),
  user_id: idOf('users'),
  type: z.int().describe('1 top-up, 2 charge, 3 management, 4 system, 5 error, 6 refund'),
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: quota(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  use_time: z.int().describe('seconds'),
  is_stream: z.boolean(),
  channel_id: idOf('channels'),
  token_id: idOf('tokens'),
  group: z.string(),
  other: z.string().describe("JSON, '' = none"),
  request_id: z.string(),
});

export const usageLine = z.strictObject({
  id: id(),
  user_id: idOf('users'),
  username: z.string(),
  model_name: z.string(),
  created_at: seconds('start of a quarter of an hour'),
  token_used: z.int(),
  count: z.int(),
  quota: quota(),
});

export const ledgerLine = z.strictObject({
  id: id(),
  created_at: seconds(),
  request_id: z.string().describe('the request, or another reference that identifies the change'),
  kind: z.string(),
  user_id: idOf('users'),
  token_id: idOf('tokens'),
  channel_id: idOf('channels'),
  delta: quota('change of the balance of the user'),
  token_delta: quota('change of what is left of the token'),
  uncollected: quota('cost beyond the balance'),
  settled_at: seconds('0 = created_at'),
  content: z.string(),
});

export const auditLine = z.strictObject({
  id: id(),
  created_at: seconds(),
  actor_id: idOf('users'),
  actor_name: z.string(),
  action: z.string(),
  user_id: idOf('users'),
  content: z.string(),
  details: z.string().describe("JSON, '' = none"),
  address: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
  session_ref: z.string(),
});
