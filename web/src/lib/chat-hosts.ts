import { chatAddress } from './chat-applications';
import { readJson, writeJson } from './storage';

const KEY = 'chat-hosts';

/**
 * Who receives the key of a token through a chat link: the host of another site, or the scheme of an application on the
 * device. Undefined when the link carries no key or stays on this site.
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

/** Did the person agree in this browser that keys go there? */
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
