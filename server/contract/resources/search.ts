import { z } from 'zod';
import { textUpTo } from '../fields.js';
import { MAX_SEARCH_LENGTH } from '../limits.js';

/** Records of one kind in an answer. */
export const SEARCH_ROWS = 5;

export const searchQuery = z.object({
  q: textUpTo(MAX_SEARCH_LENGTH)
    .default('')
    .transform((text) => text.trim())
    .describe('Part of a name, or an id, also with `#` or `@` before it. Empty text finds nothing.'),
});
export type SearchQuery = z.infer<typeof searchQuery>;

const foundChannel = z.strictObject({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  status: z.int().describe('ChannelStatus: 1 enabled, 2 disabled, 3 disabled automatically.'),
  drained_until: z.int().describe('Unix seconds; no new requests until then.'),
  test_failed: z.boolean().describe('Whether its last test failed.'),
  priority: z.int(),
});
export type FoundChannel = z.infer<typeof foundChannel>;

const foundUser = z.strictObject({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role: z.int(),
  status: z.int().describe('UserStatus: 1 enabled, 2 banned, 3 locked.'),
  deleted: z.boolean(),
  quota: z.int().describe('Quota units.'),
});
export type FoundUser = z.infer<typeof foundUser>;

const foundToken = z.strictObject({
  id: z.int(),
  name: z.string(),
  status: z.int().describe('TokenStatus: 1 enabled, 2 disabled, 3 expired, 4 exhausted.'),
  user_id: z.int(),
  username: z.string().describe('Name of the owner.'),
  user_role: z.int().describe('Role of the owner.'),
});
export type FoundToken = z.infer<typeof foundToken>;

const foundModel = z.strictObject({
  name: z.string(),
  channels: z.int().nullable().describe('Enabled channels that have it, for administrators; else null.'),
});
export type FoundModel = z.infer<typeof foundModel>;

const foundCode = z.strictObject({
  id: z.int(),
  name: z.string(),
  status: z.int().describe('RedemptionStatus: 1 unused, 2 disabled, 3 used.'),
  quota: z.int().describe('Quota units.'),
});
export type FoundCode = z.infer<typeof foundCode>;

/**
 * At most five of each kind, the best matches first: the id, the whole name, the beginning of the name, a part of it. Users
 * get their own tokens and the models that they can call. No key is compared or returned.
 */
export const searchResponse = z
  .strictObject({
    channels: z.array(foundChannel),
    users: z.array(foundUser),
    tokens: z.array(foundToken),
    models: z.array(foundModel),
    redemptions: z.array(foundCode),
  })
  .meta({ id: 'Found' });
export type SearchResponse = z.infer<typeof searchResponse>;
