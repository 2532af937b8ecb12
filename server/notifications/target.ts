import { z } from 'zod';
import { notificationChannel } from './channels/index.js';
import type { ChannelSettings, NotificationChannel } from './channels/notification-channel.js';

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
  readonly sealed: ChannelSettings;
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
  const sealed = Object.fromEntries(
    channel.fields.map(({ name, kind, default: ifAbsent = 0 }) => {
      const value = chosen[name];
      if (kind === 'integer') return [name, typeof value === 'number' ? value : ifAbsent];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
  if (!isComplete(channel, sealed)) return undefined;
  const { delivery } = channel;
  if ('mail' in delivery && (!canMail || delivery.mail.recipient(sealed, email) === '')) return undefined;
  return { channel, sealed, email };
}

/** Whether all required values are there. Addresses must be https, as far as they are not encrypted. */
function isComplete({ fields }: NotificationChannel, settings: ChannelSettings): boolean {
  return fields.every(({ name, kind, required, secret }) => {
    const value = settings[name];
    if (!required || typeof value !== 'string') return true;
    return kind === 'url' && !secret ? isHttps(value) : value !== '';
  });
}

export function isHttps(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:';
}

/** Accounts without settings have an empty text, imported ones may have any text. */
function parsed(setting: string): unknown {
  try {
    return JSON.parse(setting);
  } catch {
    return undefined;
  }
}
