import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address of this machine, of a private network, or otherwise not of the internet. */
export class PrivateAddress extends Error {
  readonly code = 'EPRIVATE';

  constructor(host: string) {
    super(`${host} is no public address`);
  }
}

/** Can this IP address be reached over the internet? IPv4 inside IPv6 counts as what it is. */
export function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/** `localhost` and names below it are this machine whatever DNS says (RFC 6761, 6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

/** Nothing is looked up for a host that is an address already. @throws PrivateAddress */
export function refusePrivateHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (LOCALHOST.test(bare) || (isIP(bare) && !isPublic(bare))) throw new PrivateAddress(hostname);
}

/**
 * For calls that go through a proxy, which looks the name up itself: a host is refused when it is a private address, and
 * when this machine finds nothing but private addresses under its name. A name that only the proxy knows passes.
 * @throws PrivateAddress
 */
export async function refusePrivateTarget(hostname: string): Promise<void> {
  refusePrivateHost(hostname);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return;
  await new Promise<void>((resolve, reject) =>
    publicLookup(hostname, { all: true }, (problem) =>
      problem instanceof PrivateAddress ? reject(problem) : resolve(),
    ),
  );
}

/** DNS that resolves public addresses only; the connection then goes to the very address that was checked. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = (addresses ?? []).filter(({ address }) => isPublic(address));
    if (error || !found[0]) return callback(error ?? new PrivateAddress(hostname), []);
    if (options.all) return callback(null, found);
    callback(null, found[0].address, found[0].family);
  });
};
