import type { ConsoleHosts } from '../core/http/console-files.js';
import type { OptionsService } from './options.service.js';

/** The hosts of scripts, frames and forms that the console needs with the present options. */
export function consoleHosts(options: OptionsService): ConsoleHosts {
  const scripts: string[] = [];
  const frames = new Set<string>();
  // Turnstile and Telegram's login button are scripts that open frames.
  if (options.get('TurnstileCheckEnabled')) {
    scripts.push('https://challenges.cloudflare.com');
    frames.add('https://challenges.cloudflare.com');
  }
  if (options.get('TelegramOAuthEnabled')) {
    scripts.push('https://telegram.org');
    frames.add('https://oauth.telegram.org');
  }
  const pages = [
    options.get('HomePageContent'),
    options.get('About'),
    options.get('ChatLink'),
    options.get('ChatLink2'),
    ...options.get('Chats').flatMap((chat) => Object.values(chat)),
  ];
  for (const page of pages) {
    const origin = originOf(page);
    if (origin !== undefined) frames.add(origin);
  }
  return { scripts, frames: [...frames], hasPayments: options.get('PayAddress') !== '' };
}

/** The origin of an http(s) address, which may contain placeholders behind its host. */
function originOf(text: string): string | undefined {
  return /^\s*(https?:\/\/[^/?#\s{}"'<>;,]+)/i.exec(text)?.[1];
}
