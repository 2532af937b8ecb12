import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Reads TRUSTED_PROXIES: addresses and CIDR ranges, separated by commas. Throws on anything else. */
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
 * Tells whether a peer may say whom it speaks for. Fastify asks from the socket outwards and takes the first address
 * that is not trusted as the client, so nobody outside the list can choose what `request.ip` says.
 */
export function trusts(proxies: readonly Range[]): (address: string) => boolean {
  return (text) => {
    if (proxies.length === 0 || !ipaddr.isValid(text)) return false;
    // 10.0.0.1 reached over a dual-stack socket shows up as ::ffff:10.0.0.1.
    const address = ipaddr.process(text);
    return proxies.some(([range, bits]) => address.kind() === range.kind() && address.match([range, bits]));
  };
}

/** The client's address in its shortest spelling: the same client is always the same text. */
export function clientAddress(request: { readonly ip: string }): string {
  return ipaddr.isValid(request.ip) ? ipaddr.process(request.ip).toString() : request.ip;
}

/**
 * The network an address belongs to, as limits count it: an IPv4 address is one network, of IPv6 a prefix, since whoever has one
 * address there usually has all of its /64.
 * @param bits of the IPv6 prefix
 */
export function networkOf(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}
