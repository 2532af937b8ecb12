import type { UpdateSettingRequest } from '#contract/resources/user';
import { isEmail } from '../../lib/format/is-email';
import { parseObject } from '../../lib/format/json';

export type NoticeKind = UpdateSettingRequest['notify_type'];

/** Values of the settings form. */
export interface SettingValues {
  acceptUnset: boolean;
  kind: NoticeKind;
  /** '' while the field is empty. */
  threshold: number | string;
  webhookUrl: string;
  /** The server never returns it; '' keeps the stored secret. */
  webhookSecret: string;
  email: string;
}

/** Quota units. */
const DEFAULT_THRESHOLD = 500_000;

/** Suggested thresholds in quota units. */
export const THRESHOLDS = [100_000, 500_000, 1_000_000, 5_000_000];

/** @param setting JSON text; empty for new accounts, possibly invalid for imported ones */
export function toValues(setting: string): SettingValues {
  const stored = parseObject(setting) ?? {};
  const threshold = Number(stored.quota_warning_threshold);
  return {
    acceptUnset: stored.accept_unset_model_ratio_model === true,
    kind: stored.notify_type === 'webhook' ? 'webhook' : 'email',
    threshold: threshold > 0 ? threshold : DEFAULT_THRESHOLD,
    webhookUrl: text(stored.webhook_url),
    webhookSecret: '',
    email: text(stored.notification_email),
  };
}

export function toInput(values: SettingValues): UpdateSettingRequest {
  return {
    notify_type: values.kind,
    quota_warning_threshold: Number(values.threshold),
    webhook_url: values.webhookUrl.trim(),
    webhook_secret: values.webhookSecret,
    notification_email: values.email.trim(),
    accept_unset_model_ratio_model: values.acceptUnset,
  };
}

export type SettingProblem = 'urlNeeded' | 'urlHttps' | 'thresholdBad' | 'emailInvalid';

/** The problem with the webhook URL; undefined while email is selected. */
export function urlProblem({ kind, webhookUrl }: SettingValues): SettingProblem | undefined {
  if (kind !== 'webhook') return undefined;
  if (webhookUrl.trim() === '') return 'urlNeeded';
  return URL.parse(webhookUrl.trim())?.protocol === 'https:' ? undefined : 'urlHttps';
}

export function emailProblem({ kind, email }: SettingValues): SettingProblem | undefined {
  return kind !== 'email' || email.trim() === '' || isEmail(email) ? undefined : 'emailInvalid';
}

export function thresholdProblem({ threshold }: SettingValues): SettingProblem | undefined {
  return Number(threshold) > 0 ? undefined : 'thresholdBad';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
