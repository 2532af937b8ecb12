import { z } from 'zod';
import type { Vault } from '../core/crypto.js';

/** Quota; JSON writes numbers up to this bound without an exponent. */
const HIGHEST_THRESHOLD = 1e15;
const MAX_URL_LENGTH = 2000;
const MAX_SECRET_LENGTH = 500;
/** Maximum length of an address (RFC 5321). */
const MAX_ADDRESS_LENGTH = 254;

/** Exactly one address: with a list, the gateway would send mail to third parties. */
const ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+$/;

/** Body of `PUT /api/user/setting`; the fields of the notification type that is not selected are not validated. */
export const ownSetting = z
  .strictObject({
    notify_type: z.enum(['email', 'webhook'], 'notify_type_unknown'),
    quota_warning_threshold: z.number().max(HIGHEST_THRESHOLD).default(0),
    webhook_url: z.string().trim().max(MAX_URL_LENGTH).default(''),
    webhook_secret: z.string().max(MAX_SECRET_LENGTH).default(''),
    notification_email: z.string().trim().max(MAX_ADDRESS_LENGTH).default(''),
    accept_unset_model_ratio_model: z.boolean().default(false),
  })
  .superRefine((body, context) => {
    const problem = problemOf(body);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
export type OwnSetting = z.infer<typeof ownSetting>;

type Problem =
  | 'quota_threshold_not_positive'
  | 'webhook_url_missing'
  | 'webhook_url_invalid'
  | 'webhook_url_not_https'
  | 'notification_email_invalid';

function problemOf(
  body: Pick<OwnSetting, 'notify_type' | 'quota_warning_threshold' | 'webhook_url' | 'notification_email'>,
): Problem | undefined {
  if (body.quota_warning_threshold <= 0) return 'quota_threshold_not_positive';
  if (body.notify_type === 'webhook') return problemOfUrl(body.webhook_url);
  const address = body.notification_email;
  return address === '' || ADDRESS.test(address) ? undefined : 'notification_email_invalid';
}

function problemOfUrl(url: string): Problem | undefined {
  if (url === '') return 'webhook_url_missing';
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') return 'webhook_url_invalid';
  return parsed.protocol === 'https:' ? undefined : 'webhook_url_not_https';
}

const secretOf = z.object({ webhook_secret: z.string().catch('') });

/**
 * Builds the text of `users.setting`: only the fields of the selected notification type, with the webhook secret
 * sealed. An empty secret keeps the current one; selecting e-mail removes it.
 * @param before the current text
 */
export function storedSetting(body: OwnSetting, before: string, vault: Vault): string {
  const { notify_type, quota_warning_threshold, accept_unset_model_ratio_model } = body;
  const { webhook_url, webhook_secret, notification_email } = body;
  const kept = secretOf.safeParse(parsed(before)).data?.webhook_secret ?? '';
  // Imported rows contain the secret unsealed; `open` returns it unchanged.
  const secret = () => webhook_secret || vault.open(kept);
  return JSON.stringify({
    notify_type,
    quota_warning_threshold,
    accept_unset_model_ratio_model,
    ...(notify_type === 'webhook' ? { webhook_url } : {}),
    ...(notify_type === 'webhook' && (webhook_secret || kept)
      ? { webhook_secret: vault.seal(secret()) }
      : {}),
    ...(notify_type === 'email' && notification_email !== '' ? { notification_email } : {}),
  });
}

/** The settings as returned to their owner, without the secret. */
export function shownSetting(stored: string): string {
  const setting = z.looseObject({}).safeParse(parsed(stored)).data;
  if (setting === undefined) return '';
  const { webhook_secret: secret, ...shown } = setting;
  return secret === undefined ? stored : JSON.stringify(shown);
}

/** New accounts have an empty text, and imported ones may contain anything. */
function parsed(setting: string): unknown {
  try {
    return JSON.parse(setting);
  } catch {
    return undefined;
  }
}
