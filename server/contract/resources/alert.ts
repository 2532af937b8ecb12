import { z } from 'zod';

/**
 * What is watched. The first five are about one channel each.
 * `channel_failing`: share of successful calls; `channel_slow`: time to the first token of 95 % of the answers;
 * `channel_key_refused`: its provider refused a key with status 401; `channel_disabled`: the gateway disabled it; `channel_balance`: hours that its balance lasts; `requests_failing`: share of
 * successful requests of all channels; `journal_late`: age of the oldest charge that is not posted; `journal_long`: charges
 * that wait to be posted; `tasks_late`: delay of the polls of tasks; `messages_wait`: mails and notices that wait; `ledger_unbalanced`: accounts whose balance is not the sum of
 * their entries; `audit_changed`: rows or seals of the audit log that are not as they were sealed.
 */
export const alertRule = z.enum([
  'channel_failing',
  'channel_slow',
  'channel_key_refused',
  'channel_disabled',
  'channel_balance',
  'requests_failing',
  'journal_late',
  'journal_long',
  'tasks_late',
  'messages_wait',
  'ledger_unbalanced',
  'audit_changed',
]);
export type AlertRule = z.infer<typeof alertRule>;

const alert = z
  .strictObject({
    rule: alertRule,
    channel_id: z.int().describe('0: not about a channel.'),
    channel_name: z.string().describe("'' if it is not about a channel, or the channel was deleted."),
    firing: z.boolean().describe('false: it has ended.'),
    since: z.int().describe('Unix seconds.'),
    ended_at: z.int().describe('Unix seconds; 0 = it fires.'),
    value: z.number().describe('The last measured value, in the unit of the limit.'),
    notified_at: z.int().describe('Unix seconds; 0 = no notice was sent.'),
    muted_until: z.int().describe('Unix seconds; 0 = not muted.'),
  })
  .meta({ id: 'Alert' });
export type AlertResponse = z.infer<typeof alert>;

/** Notices go to the account of the super administrator, by the notification channel that it chose. */
export const ACCOUNT_RECEIVER = 'account';
/** Longest id of a notification channel, and how many receivers a rule may have. */
const MAX_RECEIVER_LENGTH = 30;
const MAX_RECEIVERS = 20;

const receivers = z
  .array(z.string().min(1).max(MAX_RECEIVER_LENGTH))
  .max(MAX_RECEIVERS)
  .describe(
    `Where its notices go: \`${ACCOUNT_RECEIVER}\` (the account of the super administrator), or ids of the notification channels in \`targets\`; empty: no notices.`,
  );

/** Unit of a limit. */
export const alertUnit = z.enum(['percent', 'seconds', 'hours', 'count']);
export type AlertUnit = z.infer<typeof alertUnit>;

const ruleState = z.strictObject({
  rule: alertRule,
  limit: z.number().describe('The value beyond which it fires; 0 = the rule is off, or has no limit.'),
  unit: alertUnit,
  enabled: z.boolean(),
  notify: receivers,
});

const target = z.strictObject({
  channel: z.string().describe('Id of the notification channel.'),
  setting: z.string().describe('Values of its fields, JSON text; secrets are masked.'),
});

export const alertsResponse = z.strictObject({
  enabled: z.boolean().describe('Option AlertsEnabled.'),
  window_minutes: z.int().describe('Minutes within which calls and requests are counted.'),
  quiet: z.boolean().describe('Whether nothing is sent now because of the quiet hours.'),
  checked_at: z.int().describe('When the rules were last checked, Unix seconds; 0 = never.'),
  rules: z.array(ruleState),
  targets: z.array(target).describe('Notification channels that were set up for alerts.'),
  alerts: z.array(alert).describe('Those that fire, the latest first, then those that ended within 30 days.'),
});
export type AlertsResponse = z.infer<typeof alertsResponse>;

/** Of the column. */
const MAX_CHANNEL_ID = 2_147_483_647;
/** Longest mute, minutes: 30 days. */
const MAX_MINUTES = 43_200;

export const muteAlertRequest = z.strictObject({
  rule: alertRule,
  channel_id: z.int().min(0).max(MAX_CHANNEL_ID),
  /** 0 = no longer muted. */
  minutes: z.int().min(0).max(MAX_MINUTES),
});
export type MuteAlertRequest = z.infer<typeof muteAlertRequest>;

export const alertRuleRequest = z.strictObject({ rule: alertRule, notify: receivers });
export type AlertRuleRequest = z.infer<typeof alertRuleRequest>;

/** Names a notification channel that was set up for alerts. */
export const alertTargetName = z.strictObject({
  notify_type: z.string().max(MAX_RECEIVER_LENGTH).regex(/^\w+$/),
});
export type AlertTargetName = z.infer<typeof alertTargetName>;
