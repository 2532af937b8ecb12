import { brokenRule, MASKED_SECRET } from '#contract/notification-settings';
import type {
  NotificationChannelResponse,
  UpdateSettingRequest,
} from '#contract/resources/notification-channel';
import { parseObject } from '../../lib/format/json';
import { errorText, ruleText } from '../../text/error-text';

export type NotificationChannels = readonly NotificationChannelResponse[];
export type Field = NotificationChannelResponse['fields'][number];

/** Values of the settings form. */
export interface SettingValues {
  acceptUnset: boolean;
  /** Id of the notification channel. */
  channel: string;
  /** '' while the field is empty. */
  threshold: number | string;
  /** Fields of all channels by name, so that they stay while another channel is looked at. */
  fields: Record<string, string | number>;
}

/** Quota units. */
const DEFAULT_THRESHOLD = 500_000;

/** Suggested thresholds in quota units. */
export const THRESHOLDS = [100_000, 500_000, 1_000_000, 5_000_000];

/** @param setting JSON text; empty for new accounts, possibly invalid for imported ones */
export function toValues(setting: string, channels: NotificationChannels): SettingValues {
  const stored = parseObject(setting) ?? {};
  const threshold = Number(stored.quota_warning_threshold);
  return {
    acceptUnset: stored.accept_unset_model_ratio_model === true,
    channel: (channels.find(({ id }) => id === stored.notify_type) ?? channels[0])?.id ?? '',
    threshold: threshold > 0 ? threshold : DEFAULT_THRESHOLD,
    fields: Object.fromEntries(
      channels.flatMap(({ fields }) => fields.map((field) => [field.name, shownValue(field, stored)])),
    ),
  };
}

function shownValue({ name, kind, secret, default: ifAbsent }: Field, stored: Record<string, unknown>) {
  const value = stored[name];
  if (kind === 'integer') return typeof value === 'number' ? value : (ifAbsent ?? '');
  return typeof value === 'string' && !secret ? value : '';
}

/** Whether the server has a required secret, which it never returns: the field may be left empty. */
export function isStored({ name }: Field, setting: string): boolean {
  return parseObject(setting)?.[name] === MASKED_SECRET;
}

/** With the fields of the selected channel only. */
export function toInput(values: SettingValues, channels: NotificationChannels): UpdateSettingRequest {
  return {
    notify_type: values.channel,
    quota_warning_threshold: Number(values.threshold),
    accept_unset_model_ratio_model: values.acceptUnset,
    ...Object.fromEntries(
      fieldsOf(values, channels).flatMap(({ name, kind, secret }) => {
        const value = values.fields[name] ?? '';
        if (kind === 'integer') return value === '' ? [] : [[name, Number(value)]];
        return [[name, secret ? value : String(value).trim()]];
      }),
    ),
  };
}

/** Fields of the selected channel. */
export function fieldsOf({ channel }: SettingValues, channels: NotificationChannels): readonly Field[] {
  return channels.find(({ id }) => id === channel)?.fields ?? [];
}

/** The problem of a field of the selected channel, in the console's language. */
export function fieldProblem(
  field: Field,
  value: string,
  stored: boolean,
  label: string,
): string | undefined {
  if (field.kind === 'integer') return undefined;
  const rule = brokenRule({ ...field, required: field.required && !stored }, value.trim());
  if (rule === undefined) return undefined;
  const message = ruleText(rule, label);
  return errorText({ message, code: field.codes[rule] });
}

export function isThreshold(threshold: number | string): boolean {
  return Number(threshold) > 0;
}
