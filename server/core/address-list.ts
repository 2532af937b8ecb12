import ipaddr from 'ipaddr.js';
import { ApiError } from '../contract/errors/api-error.js';

/** A network address and its prefix length. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** Parses one address or network per line; surrounding blanks and commas are removed, invalid lines ignored. */
export function readAddresses(text: string): AddressRange[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/[\s,]/g, ''))
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  return lines.flatMap((line): AddressRange[] => {
    if (ipaddr.isValidCIDR(line)) return [ipaddr.parseCIDR(line)];
    if (!ipaddr.isValid(line)) return [];
    const address = ipaddr.process(line);
    return [[address, address.kind() === 'ipv4' ? 32 : 128]];
  });
}

/** @throws ApiError ip_forbidden when the address is in none of the allowed ranges */
export function checkAddress(allowed: readonly AddressRange[], clientIp: string): void {
  if (!isInRanges(allowed, clientIp)) throw new ApiError('ip_forbidden');
}

/** Whether the address is in one of the ranges. */
export function isInRanges(ranges: readonly AddressRange[], clientIp: string): boolean {
  if (!ipaddr.isValid(clientIp)) return false;
  const address = ipaddr.process(clientIp);
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}
