import i18next from 'i18next';
import { isLanguage, type Language } from '#contract/languages';
import {
  brokenRule,
  enteredText,
  MASKED_SECRET,
  NOTICE_SWITCHES,
  type NoticeSwitch,
} from '#contract/notification-settings';
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
  /** Of the notices; '' = the site's. Receivers of alerts have it in their form, an account beside its form. */
  language: Language | '';
  /** Notices about the own account; receivers of alerts have none. */
  notices: Record<NoticeSwitch, boolean>;
  /** '' while the field is empty. */
  threshold: number | string;
  /**
   * Fields of all channels by name, so that they stay while another channel is looked at. Secrets are '' until one is entered,
   * and null to remove the stored one.
   */
  fields: Record<string, string | number | null>;
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
    language: isLanguage(stored.language) ? stored.language : '',
    notices: noticesOf((name) => stored[name] !== false),
    threshold: threshold > 0 ? threshold : DEFAULT_THRESHOLD,
    fields: Object.fromEntries(
      channels.flatMap(({ fields }) => fields.map((field) => [field.name, shownValue(field, stored)])),
    ),
  };
}

function noticesOf(isOn: (name: NoticeSwitch) => boolean): Record<NoticeSwitch, boolean> {
  return Object.fromEntries(NOTICE_SWITCHES.map((name) => [name, isOn(name)])) as Record<
    NoticeSwitch,
    boolean
  >;
}

function shownValue({ name, kind, secret, default: ifAbsent }: Field, stored: Record<string, unknown>) {
  const value = stored[name];
  if (kind === 'integer') return typeof value === 'number' ? value : (ifAbsent ?? '');
  return typeof value === 'string' && !secret ? value : '';
}

/** Whether the server has a secret, which it never returns: the field may be left empty. */
export function isStored({ name }: Field, setting: string): boolean {
  return parseObject(setting)?.[name] === MASKED_SECRET;
}

/** The language that settings state, and the settings without it. */
export function splitLanguage(setting: string): { language: Language | ''; rest: string } {
  const { language, ...rest } = parseObject(setting) ?? {};
  return { language: isLanguage(language) ? language : '', rest: JSON.stringify(rest) };
}

/** With the fields of the selected channel only, and without the language. */
export function toInput(values: SettingValues, channels: NotificationChannels): UpdateSettingRequest {
  const fields = fieldsOf(values, channels);
  const isRemoved = ({ name, kind, required }: Field) =>
    !required && (values.fields[name] === null || (kind === 'integer' && values.fields[name] === ''));
  return {
    notify_type: values.channel,
    quota_warning_threshold: Number(values.threshold),
    accept_unset_model_ratio_model: values.acceptUnset,
    remove: fields.filter(isRemoved).map(({ name }) => name),
    ...Object.fromEntries(
      fields
        .filter((field) => !isRemoved(field))
        .map((field) => {
          const value = values.fields[field.name] ?? '';
          return [field.name, field.kind === 'integer' ? Number(value) : enteredText(field, String(value))];
        }),
    ),
  };
}

/** Fields of the selected channel. */
export function fieldsOf({ channel }: SettingValues, channels: NotificationChannels): readonly Field[] {
  return channels.find(({ id }) => id === channel)?.fields ?? [];
}

/** A form, and what it was loaded with. */
interface CheckedForm {
  readonly values: SettingValues;
  /** The stored settings, JSON text. */
  readonly setting: string;
  readonly channels: NotificationChannels;
}

/** The problem of a field of the selected channel, in the console's language. */
export function fieldProblem(field: Field, label: string, form: CheckedForm): string | undefined {
  const { values, setting } = form;
  const { [field.name]: value = '' } = values.fields;
  if (field.kind === 'integer' || value === null) return undefined;
  const text = enteredText(field, String(value));
  const isKept = text === '' && field.secret && isStored(field, setting);
  if (isKept && field.kind !== 'url' && hasNewAddress(form))
    return i18next.t(`personalPage.setting.${field.required ? 'secretAgain' : 'secretAgainOrRemoved'}`);
  const rule = brokenRule({ ...field, required: field.required && !isKept }, text);
  if (rule === undefined) return undefined;
  return errorText({ message: ruleText(rule, label), code: field.codes[rule] });
}

/** Whether notices would go to another address. The server does not send stored secrets to it (`notice_secret_again`). */
function hasNewAddress({ values, setting, channels }: CheckedForm): boolean {
  const stored = parseObject(setting) ?? {};
  return fieldsOf(values, channels).some((field) => {
    if (field.kind !== 'url') return false;
    const text = enteredText(field, String(values.fields[field.name] ?? ''));
    return text !== '' && text !== stored[field.name];
  });
}

export function isThreshold(threshold: number | string): boolean {
  return Number(threshold) > 0;
}
