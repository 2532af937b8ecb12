import { z } from 'zod';
import { RedemptionStatus } from '../enums.js';
import { deletedAt, ignoredFields, lengthOf, MAX_QUOTA, valuesBefore } from '../fields.js';
import { MAX_CAMPAIGN_LENGTH, MAX_CODE_NAME_LENGTH, MAX_CODES } from '../limits.js';
import { choiceParameter, pageParameters, pageResponse, sortParameters, textParameter } from '../query.js';

/** Generated keys have 32 characters; imported ones may be longer. */
const MAX_KEY_LENGTH = 128;

/** A redemption code as administrators see it, including the key, which they distribute. */
export const redemptionResponse = z
  .strictObject({
    id: z.int(),
    /** The user who created it. */
    user_id: z.int(),
    key: z.string(),
    status: z.int().describe('RedemptionStatus: 1 unused, 2 disabled, 3 used.'),
    name: z.string(),
    /** Quota units. */
    quota: z.int(),
    /** Unix seconds. */
    created_time: z.int(),
    /** Unix seconds; 0 = not redeemed. */
    redeemed_time: z.int(),
    /** Used in requests only; always 0 in responses. */
    count: z.literal(0),
    /** 0 = not redeemed. */
    used_user_id: z.int(),
    /** Tollgate extension: name of that user; '' = not redeemed, or the account is gone. */
    used_username: z.string(),
    /** Tollgate extension: the set of codes that it was made with; '' = none. */
    campaign: z.string(),
    DeletedAt: deletedAt,
  })
  .meta({ id: 'Redemption' });
export type RedemptionResponse = z.infer<typeof redemptionResponse>;

export const redemptionPageResponse = pageResponse(redemptionResponse).meta({ id: 'RedemptionPage' });
export type RedemptionPageResponse = z.infer<typeof redemptionPageResponse>;

/** Fields that the console sends back with a row but only the server sets. */
const ignored = ignoredFields(
  'user_id',
  'key',
  'created_time',
  'redeemed_time',
  'used_user_id',
  'used_username',
  'DeletedAt',
);

const name = z
  .string()
  .trim()
  .refine((text) => text !== '' && lengthOf(text) <= MAX_CODE_NAME_LENGTH, 'redemption_name_length');

const quota = z.int().min(0, 'redemption_quota_negative').max(MAX_QUOTA, 'redemption_quota_too_large');

const campaign = z
  .string()
  .trim()
  .refine((text) => lengthOf(text) <= MAX_CAMPAIGN_LENGTH, 'redemption_campaign_length');

/** Creates `count` codes; the response lists their keys. */
export const createRedemptionsRequest = z.strictObject({
  ...ignored,
  ...ignoredFields('id', 'status'),
  name: z.string().default('').pipe(name),
  /** Tollgate extension. */
  campaign: campaign.default(''),
  quota,
  count: z
    .int()
    .positive('redemption_count_too_small')
    .max(MAX_CODES, 'redemption_count_too_large')
    .default(1),
});
export type CreateRedemptionsRequest = z.infer<typeof createRedemptionsRequest>;

const id = z.int().positive('redemption_id_missing');

/** Absent members stay unchanged. `status` is changed with `status_only` alone. */
export const updateRedemptionRequest = z.strictObject({
  ...ignored,
  ...ignoredFields('status', 'count', 'campaign'),
  id,
  name: name.optional(),
  quota: quota.optional(),
  before: valuesBefore('name', 'quota'),
});
export type UpdateRedemptionRequest = z.infer<typeof updateRedemptionRequest>;

/** The fields of the form, as the console sends them. */
export type RedemptionRequestFields = Required<
  Pick<z.input<typeof createRedemptionsRequest>, 'name' | 'quota' | 'campaign'>
>;

/** What an edit changes, as the console sends it. */
export type RedemptionChange = Pick<UpdateRedemptionRequest, 'name' | 'quota' | 'before'>;

/** Update with `status_only` in the query: every other field is ignored. */
export const updateRedemptionStatusRequest = z.strictObject({
  ...ignored,
  ...ignoredFields('count', 'name', 'quota', 'campaign', 'before'),
  id,
  status: z.union(
    [z.literal(RedemptionStatus.unused), z.literal(RedemptionStatus.disabled)],
    'invalid_parameters',
  ),
});
export type UpdateRedemptionStatusRequest = z.infer<typeof updateRedemptionStatusRequest>;

/** Path parameter. */
export const redemptionId = z.coerce
  .number('invalid_parameters')
  .int('invalid_parameters')
  .positive('redemption_id_missing');

/** Columns by which lists of codes are sorted. */
export const REDEMPTION_SORTS = ['id', 'name', 'campaign', 'quota', 'created_time', 'redeemed_time'] as const;

export const redemptionListQuery = z.object({
  ...pageParameters,
  ...sortParameters(REDEMPTION_SORTS),
  status: choiceParameter([
    RedemptionStatus.unused,
    RedemptionStatus.disabled,
    RedemptionStatus.used,
  ]).describe('1 unused, 2 disabled, 3 used.'),
  campaign: textParameter('Only codes of this campaign.'),
});
export type RedemptionListQuery = z.infer<typeof redemptionListQuery>;

export const redemptionSearchQuery = redemptionListQuery.extend({
  keyword: z.string().max(200).default(''),
});
export type RedemptionSearchQuery = z.infer<typeof redemptionSearchQuery>;

/** Quota units that a code added; a code may be worth 0. */
export const redeemCodeResponse = z.int().nonnegative();

/** Redeems a code. */
export const redeemCodeRequest = z.strictObject({
  key: z
    .string()
    .trim()
    .max(MAX_KEY_LENGTH, 'redeem_key_unknown')
    .default('')
    .pipe(z.string().min(1, 'redemption_key_missing')),
});
export type RedeemCodeRequest = z.infer<typeof redeemCodeRequest>;

/** A set of codes that were made under one name. Deleted codes do not count. */
export const campaignResponse = z
  .strictObject({
    name: z.string(),
    codes: z.int(),
    unused: z.int(),
    disabled: z.int(),
    used: z.int(),
    /** Quota units of its used codes. */
    given: z.number(),
    /** Quota units of its unused codes. */
    left: z.number(),
    /** When its first code was made, Unix seconds. */
    created_time: z.int(),
  })
  .meta({ id: 'RedemptionCampaign' });
export type CampaignResponse = z.infer<typeof campaignResponse>;

export const campaignPageResponse = pageResponse(campaignResponse).meta({ id: 'RedemptionCampaignPage' });
export type CampaignPageResponse = z.infer<typeof campaignPageResponse>;

export const campaignListQuery = z.object(pageParameters);
export type CampaignListQuery = z.infer<typeof campaignListQuery>;

/** Changes all codes of a campaign that are not used. */
export const changeCampaignRequest = z.strictObject({
  name: campaign.pipe(z.string().min(1, 'redemption_not_found')),
  action: z.enum(['enable', 'disable', 'delete']),
});
export type ChangeCampaignRequest = z.infer<typeof changeCampaignRequest>;

export const changeCampaignResponse = z
  .strictObject({
    /** Codes that were changed. */
    changed: z.int(),
  })
  .meta({ id: 'CampaignChange' });
export type ChangeCampaignResponse = z.infer<typeof changeCampaignResponse>;
