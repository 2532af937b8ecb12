import { z } from 'zod';

/** The fields of an account that decide where its notices go. */
export interface Addressee {
  readonly email: string;
  /** JSON text of `users.setting`; the webhook's secret in it is encrypted. */
  readonly setting: string;
}

/** Where notices go. */
export type Target =
  | { readonly by: 'email'; readonly to: string }
  | { readonly by: 'webhook'; readonly url: string; readonly sealedSecret: string };

const text = z.string().catch('');
const stored = z.object({
  notify_type: z.string().catch('email'),
  notification_email: text,
  webhook_url: text,
  webhook_secret: text,
});

/**
 * The target that the account chose: a webhook, or mail to its notification address or else to its own address.
 * @param canMail true if a mail server is configured
 * @returns undefined when the account cannot be reached
 */
export function targetOf({ email, setting }: Addressee, canMail: boolean): Target | undefined {
  const chosen = stored.safeParse(parsed(setting)).data;
  if (chosen?.notify_type === 'webhook') {
    const { webhook_url: url, webhook_secret: sealedSecret } = chosen;
    return URL.parse(url)?.protocol === 'https:' ? { by: 'webhook', url, sealedSecret } : undefined;
  }
  const to = chosen?.notification_email || email;
  return canMail && to !== '' ? { by: 'email', to } : undefined;
}

/** Accounts without settings have an empty text, imported ones may have any text. */
function parsed(setting: string): unknown {
  try {
    return JSON.parse(setting);
  } catch {
    return undefined;
  }
}
