import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Parses TRUSTED_PROXIES: addresses and CIDR ranges, separated by commas.
 * @throws Error if an entry is neither
 */
export function readProxies(list: string): Range[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry);
      const address = ipaddr.parse(entry);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
}

export function isProxyList(list: string): boolean {
  try {
    readProxies(list);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates Fastify's `trustProxy` function. Fastify calls it from the socket outwards and takes the first untrusted
 * address as the client, so clients cannot forge `request.ip`.
 */
export function trusts(proxies: readonly Range[]): (address: string) => boolean {
  return (text) => {
    if (proxies.length === 0 || !ipaddr.isValid(text)) return false;
    // On a dual-stack socket 10.0.0.1 appears as ::ffff:10.0.0.1.
    const address = ipaddr.process(text);
    return proxies.some(([range, bits]) => address.kind() === range.kind() && address.match([range, bits]));
  };
}

/** The client's address in canonical form, so that one client always has the same text. */
export function clientAddress({ ip }: { readonly ip: string }): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
}

/** `clientAddress` of a request that Fastify has not seen. @param trust see `trusts` */
export function clientAddressOf(request: IncomingMessage, trust: (address: string) => boolean): string {
  return clientAddress({ ip: proxyAddr(request, trust) });
}

/** Whether an address or host name is that of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/**
 * The network that rate limits count an address under: the address itself for IPv4, a prefix for IPv6, where one client
 * usually controls a whole /64.
 * @param bits length of the IPv6 prefix
 */
export function networkOf(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}
