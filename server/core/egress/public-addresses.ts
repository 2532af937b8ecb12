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

/** Nothing is looked up for a host that is an address already. @throws PrivateAddress */
export function refusePrivateHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) && !isPublic(bare)) throw new PrivateAddress(hostname);
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
