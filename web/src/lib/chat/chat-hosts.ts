import { chatAddress } from './chat-applications';
import { readJson, writeJson } from '../browser/storage';

const KEY = 'chat-hosts';

/**
 * The recipient of the token's key in a chat link: the host of another site, or the scheme of an application on the
 * device. Undefined if the link contains no key or stays on this site.
 * @param server address of the gateway
 */
export function keyRecipient(link: string, server: string): string | undefined {
  if (!link.includes('{key}')) return undefined;
  const address = chatAddress(link, server, 'key');
  const url = URL.parse(address);
  if (url === null) return address;
  if (!/^https?:$/.test(url.protocol)) return `${url.protocol}//`;
  const own = [location.origin, URL.parse(server)?.origin];
  return own.includes(url.origin) ? undefined : url.host;
}

/** Whether the user agreed in this browser to send keys there. */
export function isApproved(recipient: string): boolean {
  return approved().includes(recipient);
}

export function approve(recipient: string): void {
  if (!isApproved(recipient)) writeJson(KEY, [...approved(), recipient]);
}

function approved(): unknown[] {
  const stored = readJson(KEY);
  return Array.isArray(stored) ? stored : [];
}
