import { bark } from './bark.js';
import { dingtalk } from './dingtalk.js';
import { email } from './email.js';
import { gotify } from './gotify.js';
import { lark } from './lark.js';
import type { NotificationChannel } from './notification-channel.js';
import { slack } from './slack.js';
import { telegram } from './telegram.js';
import { webhook } from './webhook.js';
import { wecom } from './wecom.js';

/** All channels, in the order in which the console offers them. */
export const notificationChannels: readonly NotificationChannel[] = [
  email,
  webhook,
  lark,
  dingtalk,
  wecom,
  telegram,
  slack,
  bark,
  gotify,
];

/** Members of settings that have secrets, of all channels. They are sealed. */
export const NOTICE_SECRETS: ReadonlySet<string> = new Set(
  notificationChannels.flatMap(({ fields }) => fields.filter(({ secret }) => secret).map(({ name }) => name)),
);

const byId = new Map(notificationChannels.map((channel) => [channel.id, channel]));

/** The channel of a `notify_type`; email for accounts that chose none, or one that does not exist here. */
export function notificationChannel(id: unknown): NotificationChannel {
  return (typeof id === 'string' ? byId.get(id) : undefined) ?? email;
}
