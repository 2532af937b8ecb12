import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The host is on this machine, in a private network, or otherwise not reachable over the public internet. */
export class PrivateAddress extends Error {
  readonly code = 'EPRIVATE';

  constructor(host: string) {
    super(`${host} is no public address`);
  }
}

/** True if the IP address is publicly routable. IPv4-mapped IPv6 addresses are classified as IPv4. */
export function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/** `localhost` and names below it are this machine, regardless of DNS (RFC 6761, 6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

/**
 * Rejects localhost names and private IP literals. Node does not call `publicLookup` for IP literals, so they are
 * checked here.
 * @throws PrivateAddress
 */
export function refusePrivateHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (LOCALHOST.test(bare) || (isIP(bare) && !isPublic(bare))) throw new PrivateAddress(hostname);
}

/**
 * For calls through a proxy, which resolves the name itself. Rejects private hosts and names that resolve here to
 * private addresses only; a name that only the proxy can resolve passes.
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

/** A DNS lookup that returns public addresses only; the connection then uses exactly the address that was checked. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = (addresses ?? []).filter(({ address }) => isPublic(address));
    if (error || !found[0]) return callback(error ?? new PrivateAddress(hostname), []);
    if (options.all) return callback(null, found);
    callback(null, found[0].address, found[0].family);
  });
};

/** A public address of a host name. @throws PrivateAddress, or an error of DNS */
export function publicAddressOf(hostname: string): Promise<string> {
  return new Promise((resolve, reject) =>
    publicLookup(hostname, { all: false }, (error, address) => {
      if (error) reject(error);
      // One address, because `all` is false.
      else resolve(address as string);
    }),
  );
}
