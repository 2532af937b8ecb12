import { z } from 'zod';
import { choiceOf } from '../core/http/choice.js';
import { channelTypes } from './channel-types.js';

/** Far above any sensible number of models, and small enough to process. */
const MAX_LIST_LENGTH = 200_000;
const MAX_TEXT_LENGTH = 65_536;
/** About a thousand keys of usual length. */
const MAX_KEY_LENGTH = 500_000;
const MAX_RANK = 1_000_000_000;
const MIN_PRIORITY = -999;
const MAX_IDS = 10_000;

const text = (longest = MAX_TEXT_LENGTH) => z.string().max(longest).nullish();
const list = () => z.string().max(MAX_LIST_LENGTH).nullish();

/** '' = the type's default address. Whether the host may be reached is checked at call time. */
export const upstreamAddress = z
  .string()
  .trim()
  .max(2048)
  .refine((url) => url === '' || /^https?:\/\/\S+$/.test(url), '必须以 http:// 或 https:// 开头')
  .refine((url) => url === '' || URL.canParse(url), '不是合法的地址');

/** Fields a form may set; absent or null = unchanged. */
const editable = {
  type: z.int().min(0).max(999).nullish(),
  key: text(MAX_KEY_LENGTH),
  /** Sent as a header. */
  openai_organization: z
    .string()
    .max(255)
    .regex(/^[\x20-\x7e]*$/)
    .nullish(),
  test_model: text(255),
  /** Forms send 1 or 2; rows sent back unchanged may contain 0 or 3. */
  status: z.int().min(0).max(3).nullish(),
  name: text(255),
  weight: z.int().min(0).max(MAX_RANK).nullish(),
  base_url: upstreamAddress.nullish(),
  other: text(),
  models: list(),
  group: list(),
  model_mapping: text(),
  status_code_mapping: text(),
  priority: z.int().min(MIN_PRIORITY).max(MAX_RANK).nullish(),
  auto_ban: z.union([z.literal(0), z.literal(1)]).nullish(),
  tag: text(255),
  setting: text(),
  param_override: text(),
  max_input_tokens: z.int().min(0).max(MAX_RANK).nullish(),
};

/** Read-only fields that the console sends back with a row, and helper fields of its form. */
const ignored = {
  groups: z.unknown().optional(),
  created_time: z.unknown().optional(),
  test_time: z.unknown().optional(),
  response_time: z.unknown().optional(),
  balance: z.unknown().optional(),
  balance_updated_time: z.unknown().optional(),
  used_quota: z.unknown().optional(),
  other_info: z.unknown().optional(),
};

/** Filters of lists and searches. */
export const channelFilter = z.object({
  status: choiceOf([1, 2, 3]).describe('1 enabled, 2 disabled by hand, 3 disabled automatically.'),
  type: choiceOf([...channelTypes.keys()]).describe('Number of a channel type.'),
});
export type ChannelFilter = z.infer<typeof channelFilter>;

/** `copy_from`: the channel whose key and other fields are used where the form omits them. */
export const createChannel = z.strictObject({
  ...editable,
  ...ignored,
  id: z.unknown().optional(),
  copy_from: z.int().positive().optional(),
});
export type CreateChannel = z.infer<typeof createChannel>;

export const updateChannel = z.strictObject({ ...editable, ...ignored, id: z.int().positive() });
export type UpdateChannel = z.infer<typeof updateChannel>;

/** The fields that both forms share. */
export type ChannelFields = Partial<Omit<UpdateChannel, 'id' | keyof typeof ignored>>;

const ids = z
  .array(z.int().positive('channel_parameters'), 'channel_parameters')
  .min(1, 'channel_parameters')
  .max(MAX_IDS, 'channel_parameters');

export const channelIds = z.strictObject({ ids });
export type ChannelIds = z.infer<typeof channelIds>;

/** An empty or null tag removes the tag. */
export const tagChannels = z.strictObject({ ids, tag: text(255) });
export type TagChannels = z.infer<typeof tagChannels>;

const tag = z.string('channel_parameters').trim().max(255).min(1, 'channel_tag_missing');

export const tagName = z.strictObject({ tag });
export type TagName = z.infer<typeof tagName>;

/** Empty texts change nothing, except that an empty `new_tag` removes the tag. */
export const updateTag = z.strictObject({
  tag,
  new_tag: text(255),
  model_mapping: editable.model_mapping,
  models: editable.models,
  groups: editable.group,
  priority: editable.priority,
  weight: editable.weight,
});
export type UpdateTag = z.infer<typeof updateTag>;
