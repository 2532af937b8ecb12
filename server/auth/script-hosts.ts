import type { OptionsService } from '../options/options.service.js';

/** Whose scripts the console loads: the human check and Telegram's button come as scripts of their makers. */
export function scriptHosts(options: OptionsService): string[] {
  const hosts: string[] = [];
  if (options.boolean('TurnstileCheckEnabled')) hosts.push('https://challenges.cloudflare.com');
  if (options.boolean('TelegramOAuthEnabled')) hosts.push('https://telegram.org');
  return hosts;
}
