import { z } from 'zod';
import type { UpdateSettingRequest } from '../contract/resources/user.js';
import type { Vault } from '../core/crypto.js';

const keptOf = z.object({
  webhook_secret: z.string().catch(''),
  notification_email: z.string().catch(''),
  accept_unset_model_ratio_model: z.boolean().catch(false),
});

/**
 * Builds the text of `users.setting`: only the fields of the selected notification type, with the webhook secret
 * sealed. An empty secret keeps the current one, as absent fields do; selecting e-mail removes it.
 * @param before the current text
 */
export function storedSetting(body: UpdateSettingRequest, before: string, vault: Vault): string {
  const { notify_type, quota_warning_threshold, webhook_url, webhook_secret } = body;
  const current = keptOf.safeParse(parsed(before)).data;
  const kept = current?.webhook_secret ?? '';
  const notification_email = body.notification_email ?? current?.notification_email ?? '';
  const accept_unset_model_ratio_model =
    body.accept_unset_model_ratio_model ?? current?.accept_unset_model_ratio_model ?? false;
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
