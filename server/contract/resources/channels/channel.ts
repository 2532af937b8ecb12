import { ignoredFields, valuesBefore } from '../../fields.js';
import { z } from 'zod';
import { providerBalance } from './channel-balance.js';
import { channelSortParameters } from './channel-health.js';
import { lastChannelTest, testVerdictParameter } from './channel-test.js';
import { ruleMessage } from '../../errors/rules.js';
import { ChannelStatus } from '../../enums.js';
import { choiceParameter, flagParameter, pageParameters, textParameter } from '../../query.js';

/** Far above any sensible number of models, and small enough to process. */
const MAX_LIST_LENGTH = 200_000;
const MAX_TEXT_LENGTH = 65_536;
/** About a thousand keys of usual length. */
const MAX_KEY_LENGTH = 500_000;
const MAX_RANK = 1_000_000_000;
const MIN_PRIORITY = -999;
/** Channels of one request. */
export const MAX_IDS = 10_000;
const MAX_TYPE = 9999;
/** Of the columns that refer to channels. */
export const MAX_CHANNEL_ID = 2_147_483_647;

/** Lines of the key of one channel that are listed with it. */
export const MAX_LISTED_REFERENCES = 20;

const channelKeyReference = z
  .strictObject({
    /** Line within the channel's key, from 0. */
    index: z.int(),
    /** Such as `vault:openai#key`. */
    reference: z.string(),
    /** Code of the error of the last reading; '' = it was read. */
    problem: z.string(),
  })
  .meta({ id: 'ChannelKeyReference' });
export type ChannelKeyReference = z.infer<typeof channelKeyReference>;

/** A channel as administrators see it. */
export const channelResponse = z
  .strictObject({
    id: z.int(),
    /** Number of the channel type. */
    type: z.int(),
    /** Always empty: the key never leaves the server. */
    key: z.literal(''),
    openai_organization: z.string(),
    test_model: z.string(),
    status: z.int().describe('ChannelStatus: 1 enabled, 2 disabled by hand, 3 disabled automatically.'),
    drained_until: z
      .int()
      .describe(
        'Until when the channel gets no new requests, Unix seconds; 0 or a time in the past: it gets them.',
      ),
    name: z.string(),
    weight: z.int(),
    /** Unix seconds. */
    created_time: z.int(),
    /** Unix seconds; 0 = never tested. */
    test_time: z.int(),
    /** Milliseconds of the last test that succeeded; 0 = no test has succeeded. */
    response_time: z.int(),
    /** null: never tested, or only by releases that did not store the result. */
    last_test: lastChannelTest.nullable(),
    /** '' = the default address of the type. */
    base_url: z.string(),
    other: z.string(),
    /** USD: the sum of `balances`, converted by the price of a dollar in the payment settings. */
    balance: z.number(),
    /** As the provider reported them; empty: not reported yet. */
    balances: z.array(providerBalance),
    /** Unix seconds. */
    balance_updated_time: z.int(),
    /** Comma-separated. */
    models: z.string(),
    /** Comma-separated. */
    group: z.string(),
    /** Quota units. */
    used_quota: z.int(),
    /** JSON text, as are `status_code_mapping`, `setting` and `param_override`; '' = none. */
    model_mapping: z.string(),
    status_code_mapping: z.string(),
    priority: z.int(),
    /** 1 = the gateway may disable the channel after failures. */
    auto_ban: z.int(),
    /** JSON text with `status_reason` and `status_time` (Unix seconds), or ''. */
    other_info: z.string(),
    tag: z.string().nullable(),
    setting: z.string(),
    param_override: z.string(),
    /** 0 = no limit. */
    max_input_tokens: z.int(),
    /** Lines of the key that say where it is stored, at most 20. */
    key_references: z.array(channelKeyReference),
  })
  .meta({ id: 'Channel' });
export type ChannelResponse = z.infer<typeof channelResponse>;

const text = (longest = MAX_TEXT_LENGTH) => z.string().max(longest).nullish();
const list = () => z.string().max(MAX_LIST_LENGTH).nullish();

/** '' = the type's default address. Whether the host may be reached is checked at call time. */
export const upstreamAddress = z
  .string()
  .trim()
  .max(2048)
  .refine((url) => url === '' || /^https?:\/\/\S+$/.test(url), ruleMessage('not_http_url', {}))
  .refine((url) => url === '' || URL.canParse(url), ruleMessage('not_url', {}));

/** Fields a form may set; absent or null = unchanged. */
const editable = {
  type: z.int().min(0).max(MAX_TYPE).nullish(),
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

function namesOf<Name extends string>(fields: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(fields) as Name[];
}

/** Read-only fields that the console sends back with a row, and helper fields of its form. */
const ignored = ignoredFields(
  'groups',
  'created_time',
  'test_time',
  'response_time',
  'last_test',
  'balance',
  'balances',
  'balance_updated_time',
  'used_quota',
  'drained_until',
  'other_info',
);

/** `copy_from`: the channel whose key and other fields are used where the form omits them. */
export const createChannelRequest = z.strictObject({
  ...editable,
  ...ignored,
  ...ignoredFields('id'),
  copy_from: z.int().positive().optional(),
});
export type CreateChannelRequest = z.infer<typeof createChannelRequest>;

/** `before` may have every editable member but `key`, which responses do not have. */
export const updateChannelRequest = z.strictObject({
  ...editable,
  ...ignored,
  id: z.int().positive(),
  before: valuesBefore(...namesOf(editable).filter((name) => name !== 'key')),
});
export type UpdateChannelRequest = z.infer<typeof updateChannelRequest>;

/** What an edit changes, as the console sends it. */
export type ChannelChange = Omit<UpdateChannelRequest, 'id' | keyof typeof ignored>;

/** The fields that both forms share. */
export type ChannelFields = Partial<Omit<UpdateChannelRequest, 'id' | 'before' | keyof typeof ignored>>;

const order = {
  id_sort: flagParameter('Newest first instead of highest priority first.'),
  tag_mode: flagParameter('Whole tags; the page counts tags.'),
};

const status = choiceParameter([
  ChannelStatus.enabled,
  ChannelStatus.disabled,
  ChannelStatus.autoDisabled,
]).describe('1 enabled, 2 disabled by hand, 3 disabled automatically.');

/** Query of a list. The server adds `type`, one of the types it knows. */
export const channelListQuery = z.object({
  ...pageParameters,
  ...order,
  ...channelSortParameters,
  status,
  test: testVerdictParameter,
});

/** Query of a search. The server adds `type`, one of the types it knows. */
export const channelSearchQuery = z.object({
  keyword: textParameter('The number, also with `#` before it, part of the name, or the whole key.'),
  group: textParameter(),
  model: textParameter('Part of the list of models.'),
  ...order,
  ...channelSortParameters,
  status,
  test: testVerdictParameter,
});

const ids = z
  .array(
    z.int('channel_parameters').positive('channel_parameters').max(MAX_CHANNEL_ID, 'channel_parameters'),
    'channel_parameters',
  )
  .min(1, 'channel_parameters')
  .max(MAX_IDS, 'channel_parameters');

export const channelIdsRequest = z.strictObject({ ids });
export type ChannelIdsRequest = z.infer<typeof channelIdsRequest>;

/** An empty or null tag removes the tag. */
export const tagChannelsRequest = z.strictObject({ ids, tag: text(255) });
export type TagChannelsRequest = z.infer<typeof tagChannelsRequest>;

const tag = z.string('channel_parameters').trim().max(255).min(1, 'channel_tag_missing');

export const channelTagRequest = z.strictObject({ tag });
export type ChannelTagRequest = z.infer<typeof channelTagRequest>;

/** Empty texts change nothing, except that an empty `new_tag` removes the tag. */
export const updateChannelTagRequest = z.strictObject({
  tag,
  new_tag: text(255),
  model_mapping: editable.model_mapping,
  models: editable.models,
  groups: editable.group,
  priority: editable.priority,
  weight: editable.weight,
});
export type UpdateChannelTagRequest = z.infer<typeof updateChannelTagRequest>;

/** An upstream that is not saved as a channel yet. */
export const fetchModelsRequest = z.strictObject({
  base_url: upstreamAddress.default(''),
  type: z.int().nonnegative(),
  /** Of several keys the first is used. */
  key: z.string().max(65_536).default(''),
  /** As in a channel; only its paths and headers are used. */
  setting: z.string().max(MAX_TEXT_LENGTH).default(''),
});
export type FetchModelsRequest = z.infer<typeof fetchModelsRequest>;

export const channelTestQuery = z.object({
  model: textParameter(
    "Instead of the channel's test model, or its first one. With it, only one key is tested.",
  ),
  key: textParameter('Line of the only key to test, from 0. Absent: every key is tested, disabled ones too.'),
});
export type ChannelTestQuery = z.infer<typeof channelTestQuery>;

/** A channel as a form describes it. */
export const testUnsavedChannelRequest = z.strictObject({
  /** The saved channel whose key is used if the form has none. */
  id: z.int().positive().optional(),
  type: z.int().min(0).max(MAX_TYPE),
  /** Of several keys the first is used. */
  key: editable.key,
  openai_organization: editable.openai_organization,
  base_url: editable.base_url,
  other: editable.other,
  /** The first is tested if `test_model` is empty. */
  models: editable.models,
  test_model: editable.test_model,
  model_mapping: editable.model_mapping,
  setting: editable.setting,
  param_override: editable.param_override,
});
export type TestUnsavedChannelRequest = z.infer<typeof testUnsavedChannelRequest>;

/** Result of one small request to a channel that is not saved. */
export const testUnsavedChannelResponse = z
  .strictObject({
    /** That was called; '' if nothing was sent. The key in it is masked. */
    url: z.string(),
    /** HTTP status of the response; 0 if there was none. */
    status: z.int(),
    milliseconds: z.int(),
    /** null: it works. */
    error: z
      .strictObject({
        message: z.string(),
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
      })
      .nullable(),
  })
  .meta({ id: 'UnsavedChannelTest' });
export type TestUnsavedChannelResponse = z.infer<typeof testUnsavedChannelResponse>;

/** As for creating a channel, which is tested first: with its test model, or the first of its models. */
export const createTestedChannelRequest = createChannelRequest.omit({ copy_from: true });
export type CreateTestedChannelRequest = z.infer<typeof createTestedChannelRequest>;

export const createTestedChannelResponse = testUnsavedChannelResponse
  .extend({ saved: z.boolean().describe('Whether the channel was created: only if it works.') })
  .meta({ id: 'CreatedTestedChannel' });
export type CreateTestedChannelResponse = z.infer<typeof createTestedChannelResponse>;

/** Members beside `data` of a channel test, also of a failed one. */
export const channelTestExtras = z.strictObject({
  /** Seconds. */
  time: z.number(),
});
export type ChannelTestExtras = z.infer<typeof channelTestExtras>;
