import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ApiError } from '../../contract/errors/api-error.js';
import { PrivateAddress, publicAddressOf, refusePrivateHost } from '../../core/egress/public-addresses.js';

/** Query parameters that are passed on. Others of the driver name files of this machine or another host. */
const PASSED = new Set(['sslmode']);
const SSL_MODES = new Set(['disable', 'no-verify', 'require', 'verify-ca', 'verify-full', 'prefer']);
/** Sent where the address has no password: the driver would send the one that this server has in PGPASSWORD. */
const NO_PASSWORD = 'none';

/**
 * Rebuilds the address of a database from the parts that an import needs.
 * @param allowPrivate whether it may be in the own network: EGRESS_ALLOW_PRIVATE
 * @throws ApiError import_address_invalid, import_address_private; their texts do not repeat the address
 */
export async function checkedAddress(address: string, allowPrivate: boolean): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const protocol = url?.protocol.replace('postgresql:', 'postgres:');
  if (
    !url ||
    (protocol !== 'postgres:' && protocol !== 'mysql:') ||
    !/^[\w.:[\]-]+$/.test(url.hostname) ||
    url.pathname.length < 2 ||
    url.username === ''
  )
    throw new ApiError('import_address_invalid');
  const mode = url.searchParams.get('sslmode');
  if ([...url.searchParams.keys()].some((key) => !PASSED.has(key)) || (mode !== null && !SSL_MODES.has(mode)))
    throw new ApiError('import_address_invalid');
  const host = await resolved(url.hostname, allowPrivate);
  // Exactly the address that was checked; a certificate is compared with the name.
  const usesName = mode !== null && mode !== 'disable';
  const port = url.port === '' ? '' : `:${url.port}`;
  const query = mode === null ? '' : `?sslmode=${mode}`;
  const password = url.password || (protocol === 'postgres:' ? NO_PASSWORD : '');
  return `${protocol}//${url.username}:${password}@${usesName ? url.hostname : host}${port}${url.pathname}${query}`;
}

async function resolved(hostname: string, allowPrivate: boolean): Promise<string> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  try {
    if (!allowPrivate) refusePrivateHost(hostname);
    if (isIP(bare)) return hostname;
    const address = allowPrivate ? (await lookup(bare)).address : await publicAddressOf(bare);
    return isIP(address) === 6 ? `[${address}]` : address;
  } catch (error) {
    throw new ApiError(error instanceof PrivateAddress ? 'import_address_private' : 'import_address_invalid');
  }
}
