import type { OptionsService } from '../options/options.service.js';

/** External hosts whose scripts the console loads: Turnstile and Telegram's login button, if enabled. */
export function scriptHosts(options: OptionsService): string[] {
  const hosts: string[] = [];
  if (options.get('TurnstileCheckEnabled')) hosts.push('https://challenges.cloudflare.com');
  if (options.get('TelegramOAuthEnabled')) hosts.push('https://telegram.org');
  return hosts;
}
