import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { isUnchangedSecret, MASKED_SECRET, NOTICE_SWITCHES } from '../../contract/notification-settings.js';
import {
  updateSettingRequestOf,
  type NoticeTargetRequest,
  type NotificationField,
  type UpdateSettingRequest,
} from '../../contract/resources/notification-channel.js';
import type { Vault } from '../../core/crypto.js';
import { notificationChannel, notificationChannels } from '../../notifications/channels/index.js';
import { statedLanguage } from '../../notifications/reader-language.js';

/** The body of `PUT /api/user/setting`, with the fields of all notification channels. */
export const updateSettingRequest = updateSettingRequestOf(notificationChannels);

const accepted = z.boolean().catch(false);

/** The text of `users.setting` or `alert_targets.setting` with another language. @param language '' = none is stated */
export function withLanguage(before: string, language: Language | ''): string {
  const { language: _, ...rest } = storedMembers(before) ?? {};
  return JSON.stringify({ ...rest, ...(language !== '' && { language }) });
}

/** The language that a request states; the one before if it states none. */
function languageMember(stated: Language | '' | undefined, before: string): { language?: Language } {
  const language = stated ?? statedLanguage(before) ?? '';
  return language === '' ? {} : { language };
}

/**
 * Builds the text of `users.setting`: only the fields of the selected notification channel, with its secrets sealed. An empty
 * secret keeps the current one, as absent fields do; `remove` removes it, and so does selecting another channel.
 * @param before the current text
 * @throws ApiError as `storedTarget`
 */
export function storedSetting(body: UpdateSettingRequest, before: string, vault: Vault): string {
  const current = storedMembers(before) ?? {};
  const { notify_type, quota_warning_threshold } = body;
  return JSON.stringify({
    notify_type,
    quota_warning_threshold,
    accept_unset_model_ratio_model:
      body.accept_unset_model_ratio_model ?? accepted.parse(current.accept_unset_model_ratio_model),
    ...languageMember(body.language, before),
    ...switchedOff(body, current),
    ...targetMembers(body, current, vault),
  });
}

/** The notices that are switched off, as `false`; those that are on have no member. */
function switchedOff(
  body: NoticeTargetRequest,
  current: Readonly<Record<string, unknown>>,
): Record<string, false> {
  const off = NOTICE_SWITCHES.filter((name) => (body[name] ?? current[name]) === false);
  return Object.fromEntries(off.map((name) => [name, false]));
}

/**
 * As `storedSetting`, with a notification channel alone.
 * @param before '' if there is none yet
 * @throws ApiError invalid_input if a required secret is neither sent nor stored; notice_secret_again if the address changes
 *   and a stored secret, which would be sent to the new one, is not sent again
 */
export function storedTarget(body: NoticeTargetRequest, before: string, vault: Vault): string {
  return JSON.stringify({
    ...languageMember(body.language, before),
    ...targetMembers(body, storedMembers(before) ?? {}, vault),
  });
}

function targetMembers(
  body: NoticeTargetRequest,
  current: Readonly<Record<string, unknown>>,
  vault: Vault,
): Record<string, unknown> {
  const { notify_type } = body;
  const change = { body, current, vault };
  const { fields } = notificationChannel(notify_type);
  const isMoved = fields.some((field) => isNewAddress(field, change));
  const values = fields.map((field) => {
    if (body.remove?.includes(field.name)) return [field.name, undefined];
    const value = field.secret
      ? sealedSecret(field, isMoved, change)
      : (body[field.name] ?? current[field.name]);
    return [field.name, value === '' ? undefined : value];
  });
  return { notify_type, ...Object.fromEntries(values) };
}

/** New settings and those before. */
interface Change {
  readonly body: NoticeTargetRequest;
  readonly current: Readonly<Record<string, unknown>>;
  readonly vault: Vault;
}

/** Whether the field is an address that differs from the stored one. */
function isNewAddress({ name, kind, secret }: NotificationField, { body, current, vault }: Change): boolean {
  const sent = body[name];
  if (kind !== 'url' || typeof sent !== 'string' || (secret && isUnchangedSecret(sent))) return false;
  return sent !== (secret ? opened(current[name], vault) : current[name]);
}

function sealedSecret(
  { name, kind, required }: NotificationField,
  isMoved: boolean,
  { body, current, vault }: Change,
): string | undefined {
  const sent = body[name];
  if (typeof sent === 'string' && !isUnchangedSecret(sent)) return vault.seal(sent);
  const kept = opened(current[name], vault);
  if (kept === '') {
    if (required) throw new ApiError('invalid_input', { field: name, rule: 'required' });
    return undefined;
  }
  if (isMoved && kind !== 'url') throw new ApiError('notice_secret_again', { field: name });
  return vault.seal(kept);
}

/** A stored secret; '' if there is none. Imported rows contain it unsealed, and `open` returns it unchanged. */
function opened(stored: unknown, vault: Vault): string {
  return typeof stored === 'string' ? vault.open(stored) : '';
}

const secrets = notificationChannels.flatMap(({ fields }) => fields.filter(({ secret }) => secret));

/** The settings as returned to their owner: secrets are masked. */
export function shownSetting(stored: string): string {
  const setting = storedMembers(stored);
  if (setting === undefined) return '';
  const present = secrets.filter(({ name }) => setting[name] !== undefined);
  if (present.length === 0) return stored;
  for (const { name } of present) {
    if (setting[name] === '') delete setting[name];
    else setting[name] = MASKED_SECRET;
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
