import { z } from 'zod';
import { brokenRule, isAcceptedInteger, type NoticeSwitch } from '../contract/notification-settings.js';
import type { NotificationField } from '../contract/resources/notification-channel.js';
import { notificationChannel } from './channels/index.js';
import type { NotificationSettingValues, NotificationChannel } from './channels/notification-channel.js';

/** The fields of an account that decide where its notices go. */
export interface Addressee {
  readonly email: string;
  /** JSON text of `users.setting`; secrets in it are encrypted. */
  readonly setting: string;
}

/** Where notices go. */
export interface Target {
  readonly channel: NotificationChannel;
  /** Values of the channel's fields; secrets are encrypted. */
  readonly sealed: NotificationSettingValues;
  /** The account's own address. */
  readonly email: string;
}

const stored = z.record(z.string(), z.unknown()).catch({});

/**
 * The target that the account chose; without a choice, its own address.
 * @param canMail true if a mail server is configured
 * @returns undefined when the account cannot be reached
 */
export function targetOf({ email, setting }: Addressee, canMail: boolean): Target | undefined {
  const chosen = stored.parse(parsed(setting));
  const channel = notificationChannel(chosen.notify_type);
  const sealed = Object.fromEntries(channel.fields.map((field) => [field.name, valueOf(field, chosen)]));
  if (channel.fields.some(({ name, required }) => required && sealed[name] === '')) return undefined;
  const target = { channel, sealed, email };
  const cannotMail = 'mail' in channel.delivery && (!canMail || recipientOf(target) === '');
  return cannotMail ? undefined : target;
}

/** Whether the owner of the settings wants no notices of this kind. */
export function isSwitchedOff(setting: string, kind: NoticeSwitch): boolean {
  return stored.parse(parsed(setting))[kind] === false;
}

/** The address that a target by mail names; '' if there is none, and for other targets. */
export function recipientOf({ channel: { delivery }, sealed, email }: Target): string {
  return 'mail' in delivery ? delivery.mail.recipient(sealed, email) : '';
}

/** A stored value. Rows of other gateways were checked by other rules: what this field does not accept counts as absent. */
function valueOf(field: NotificationField, chosen: Readonly<Record<string, unknown>>): string | number {
  const value = chosen[field.name];
  if (field.kind === 'integer') return isAcceptedInteger(field, value) ? value : (field.default ?? 0);
  if (typeof value !== 'string') return '';
  // Secrets are encrypted here, so they are checked when they are sent.
  return field.secret || brokenRule(field, value) === undefined ? value : '';
}

/** Accounts without settings have an empty text, imported ones may have any text. */
function parsed(setting: string): unknown {
  try {
    return JSON.parse(setting);
  } catch {
    return undefined;
  }
}
