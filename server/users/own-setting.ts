import { z } from 'zod';
import { ApiError } from '../contract/errors/api-error.js';
import { isUnchangedSecret, MASKED_SECRET } from '../contract/notification-settings.js';
import {
  updateSettingRequestOf,
  type NotificationField,
  type UpdateSettingRequest,
} from '../contract/resources/notification-channel.js';
import type { Vault } from '../core/crypto.js';
import { notificationChannel, notificationChannels } from '../notifications/channels/index.js';

/** The body of `PUT /api/user/setting`, with the fields of all notification channels. */
export const updateSettingRequest = updateSettingRequestOf(notificationChannels);

const accepted = z.boolean().catch(false);

/**
 * Builds the text of `users.setting`: only the fields of the selected notification channel, with its secrets sealed. An empty
 * secret keeps the current one, as absent fields do; selecting another channel removes it.
 * @param before the current text
 * @throws ApiError invalid_input if a required secret is neither sent nor stored
 */
export function storedSetting(body: UpdateSettingRequest, before: string, vault: Vault): string {
  const current = storedMembers(before) ?? {};
  const { notify_type, quota_warning_threshold } = body;
  const fields = notificationChannel(notify_type).fields.map((field) => {
    const sent = body[field.name];
    const value = field.secret
      ? sealedSecret(field, sent, current[field.name], vault)
      : (sent ?? current[field.name]);
    return [field.name, value === '' ? undefined : value];
  });
  return JSON.stringify({
    notify_type,
    quota_warning_threshold,
    accept_unset_model_ratio_model:
      body.accept_unset_model_ratio_model ?? accepted.parse(current.accept_unset_model_ratio_model),
    ...Object.fromEntries(fields),
  });
}

function sealedSecret(
  { name, required }: NotificationField,
  sent: unknown,
  current: unknown,
  vault: Vault,
): string | undefined {
  if (typeof sent === 'string' && !isUnchangedSecret(sent)) return vault.seal(sent);
  // Imported rows contain the secret unsealed; `open` returns it unchanged.
  if (typeof current === 'string' && current !== '') return vault.seal(vault.open(current));
  if (required) throw new ApiError('invalid_input', { field: name, rule: 'required' });
  return undefined;
}

const secrets = notificationChannels.flatMap(({ fields }) => fields.filter(({ secret }) => secret));

/** The settings as returned to their owner: required secrets are masked, others left out. */
export function shownSetting(stored: string): string {
  const setting = storedMembers(stored);
  if (setting === undefined) return '';
  const present = secrets.filter(({ name }) => setting[name] !== undefined);
  if (present.length === 0) return stored;
  for (const { name, required } of present) {
    if (required && setting[name] !== '') setting[name] = MASKED_SECRET;
    else delete setting[name];
  }
  return JSON.stringify(setting);
}

/** New accounts have an empty text, and imported ones may contain anything. */
function storedMembers(setting: string): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(setting)).data;
  } catch {
    return undefined;
  }
}
