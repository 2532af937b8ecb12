import { z } from 'zod';
import type { PlainErrorCode } from '../errors/codes.js';
import { ruleMessage } from '../errors/rules.js';
import type { Language } from '../languages.js';
import { chosenLanguage, localizedText, MAX_ADDRESS_LENGTH, MAX_QUOTA } from '../fields.js';
import {
  brokenRule,
  enteredText,
  isUnchangedSecret,
  NOTICE_SWITCHES,
  SETTING_RULES,
  type SettingRule,
} from '../notification-settings.js';

const settingRule = z.enum(SETTING_RULES);

/** A setting that a notification channel needs, and its field in the console. */
export const notificationField = z
  .strictObject({
    /** Member of `PUT /api/user/setting` and of the stored settings. */
    name: z.string(),
    /** `url`: an https address. `email`: one address. `integer`: a number, all others are texts. */
    kind: z.enum(['url', 'email', 'text', 'integer']),
    label: localizedText,
    /** '' = none. */
    hint: localizedText,
    placeholder: z.string(),
    required: z.boolean(),
    /** Stored encrypted and never returned; an empty value keeps the stored one, unless an address changes. */
    secret: z.boolean(),
    /** Regular expression for texts; '' = any. */
    pattern: z.string(),
    min: z.int().optional(),
    max: z.int().optional(),
    /** Of integers. */
    default: z.int().optional(),
    /** Error codes that the server answers instead of `invalid_input`. */
    codes: z.partialRecord(settingRule, z.string()),
  })
  .meta({ id: 'NotificationField' });
export type NotificationField = Readonly<Omit<z.infer<typeof notificationField>, 'codes'>> & {
  readonly codes: Readonly<Partial<Record<SettingRule, PlainErrorCode>>>;
};

/** A way to receive notices, as the console offers it. */
export const notificationChannelResponse = z
  .strictObject({
    /** Value of `notify_type`. */
    id: z.string(),
    name: localizedText,
    fields: z.array(notificationField),
    /** Page of the service that explains how to get the values; '' = none. */
    guide: z.string(),
    /** Example of the body for receivers that users write themselves; '' = none. */
    payload: z.string(),
  })
  .meta({ id: 'NotificationChannel' });
export type NotificationChannelResponse = z.infer<typeof notificationChannelResponse>;

const MAX_TEXT_LENGTH = 500;
/** Characters of a field's text. */
const MAX_LENGTH = { url: 2000, email: MAX_ADDRESS_LENGTH, text: MAX_TEXT_LENGTH };

type OfferedChannels = readonly { readonly id: string; readonly fields: readonly NotificationField[] }[];

/** What names a notification channel and the values of its fields. */
function targetShapeOf(channels: OfferedChannels) {
  const fields = channels.flatMap((channel) => channel.fields);
  return {
    notify_type: z.enum(
      channels.map(({ id }) => id),
      'notify_type_unknown',
    ),
    remove: z
      .array(z.enum(fields.filter(({ required }) => !required).map(({ name }) => name)))
      .optional()
      .describe('Optional fields whose stored values are removed.'),
    language: chosenLanguage
      .optional()
      .describe("Language of the notices; '' = none is chosen, absent = unchanged."),
    ...Object.fromEntries(fields.map((field) => [field.name, valueOf(field)])),
  };
}

/** Reports the fields of the selected channel that break a rule. */
function checkFields(
  channels: OfferedChannels,
  body: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): void {
  for (const field of channels.find(({ id }) => id === body.notify_type)?.fields ?? []) {
    const value = body[field.name];
    // Only the stored settings show whether there is a secret to keep.
    if (field.kind === 'integer' || (field.secret && isUnchangedSecret(value))) continue;
    const rule = brokenRule(field, typeof value === 'string' ? value : '');
    if (rule !== undefined) context.addIssue({ code: 'custom', path: [field.name], ...problem(field, rule) });
  }
}

/** A notification channel with the values of its fields; those of other channels are neither validated nor stored. */
export function noticeTargetRequestOf(channels: OfferedChannels) {
  return z
    .strictObject(targetShapeOf(channels))
    .superRefine((body, context) => checkFields(channels, body, context));
}

const noticeSwitch = z
  .boolean()
  .optional()
  .describe('Notices of this kind about the own account; absent = unchanged, at first true.');
const noticeSwitches = Object.fromEntries(NOTICE_SWITCHES.map((name) => [name, noticeSwitch]));

/**
 * A user's own settings. The fields of the channels that are not selected are neither validated nor stored; optional fields
 * and the acceptance of unpriced models stay unchanged if they are absent.
 */
export function updateSettingRequestOf(channels: OfferedChannels) {
  return z
    .strictObject({
      ...targetShapeOf(channels),
      quota_warning_threshold: z.number().max(MAX_QUOTA).default(0),
      accept_unset_model_ratio_model: z.boolean().optional(),
      ...noticeSwitches,
    })
    .superRefine((body, context) => {
      if (body.quota_warning_threshold <= 0)
        return context.addIssue({ code: 'custom', message: 'quota_threshold_not_positive' });
      checkFields(channels, body, context);
    });
}

function problem({ codes }: NotificationField, rule: SettingRule) {
  const code = codes[rule];
  return code === undefined ? ruleMessage(rule, {}) : { message: code };
}

function valueOf(field: NotificationField) {
  const { kind, min, max, label } = field;
  const value =
    kind === 'integer'
      ? z
          .int()
          .min(min ?? -MAX_QUOTA)
          .max(max ?? MAX_QUOTA)
      : z
          .string()
          .overwrite((text) => enteredText(field, text))
          .max(MAX_LENGTH[kind]);
  return value.optional().describe(label.en);
}

/** A notification channel, and the values of its fields by name. */
export interface NoticeTargetRequest {
  readonly notify_type: string;
  /** Names of optional fields whose stored values are removed: absent ones stay, and so do empty secrets. */
  readonly remove?: readonly string[] | undefined;
  /** Of the notices; '' = none is chosen, absent = unchanged. */
  readonly language?: Language | '' | undefined;
  readonly [field: string]: unknown;
}

/** A user's own settings: those below, and those of a notification channel. */
export interface UpdateSettingRequest extends NoticeTargetRequest {
  /** Quota units. */
  readonly quota_warning_threshold: number;
  readonly accept_unset_model_ratio_model?: boolean | undefined;
}
