import { accessSync, constants } from 'node:fs';
import { isClusterAddress, readClusterAddress } from '../redis/cluster/cluster-address.js';
import { textOf, type Message } from './message.js';

/** Messages about DATABASE_URL and REDIS_URL that need no connection. The texts never contain parts of the address. */
export const addressMessages = {
  encoding: {
    problem: 'is not a valid address',
    cause:
      'A character of user name or password ends that part of the address, or a % is not followed by two digits',
    remedy:
      'percent-encode special characters of user name and password: % as %25, / as %2F, : as %3A, @ as %40, # as %23, ? as %3F',
  },
  spaces: {
    problem: 'contains a space or a line break',
    cause: 'A copied line break, or a password with a space',
    remedy: 'remove it, or percent-encode it as %20',
  },
  sslMode: {
    problem: 'has an unknown sslmode',
    cause: 'sslmode=allow, or a misspelled one',
    remedy: 'use disable, no-verify or verify-full (prefer, require and verify-ca mean verify-full)',
  },
  certificateFile: {
    problem: 'the file of {parameter} cannot be read ({code})',
    cause: 'sslrootcert, sslcert or sslkey names a file that is missing or belongs to another user',
    remedy: 'correct the path, mount the file, or let the user of the process read it',
  },
  databaseNumber: {
    problem: 'has a path that is no database number',
    cause: 'Redis databases have numbers, not names',
    remedy: 'end the address with /0 or another number',
  },
  cluster: {
    problem: 'is not the address of a cluster',
    cause:
      'A node without host, a port that is no number, a database number, or parameters, which a cluster has none of',
    remedy: 'write redis+cluster://user:password@host:port,host:port',
  },
} as const satisfies Record<string, Message>;

const SSL_MODES = new Set(['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']);
/** Modes that node-postgres treats as `verify-full`, with a warning of seven lines. */
const STRICT_ALIASES = new Set(['prefer', 'require', 'verify-ca']);
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** What is wrong with an address of Postgres; undefined = nothing. */
export function postgresAddressProblem(text: string): string | undefined {
  const url = parsed(text);
  if (typeof url === 'string') return url;
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !SSL_MODES.has(mode)) return textOf(addressMessages.sslMode);
  for (const parameter of FILES) {
    const file = url.searchParams.get(parameter);
    const code = file === null ? undefined : unreadable(file);
    if (code !== undefined) return textOf(addressMessages.certificateFile, { parameter, code });
  }
  return undefined;
}

/** What is wrong with an address of Redis; undefined = nothing. */
export function redisAddressProblem(text: string): string | undefined {
  if (isClusterAddress(text)) {
    if (/\s/.test(text)) return textOf(addressMessages.spaces);
    return readClusterAddress(text) ? undefined : textOf(addressMessages.cluster);
  }
  const url = parsed(text);
  if (typeof url === 'string') return url;
  return /^\/?\d*$/.test(url.pathname) ? undefined : textOf(addressMessages.databaseNumber);
}

/**
 * The same address with `sslmode=verify-full` instead of its aliases. `uselibpqcompat=true`, with which node-postgres gives
 * them libpq's meaning, leaves them.
 */
export function withExplicitSslMode(text: string): string {
  const url = new URL(text);
  const isAlias = STRICT_ALIASES.has(url.searchParams.get('sslmode') ?? '');
  if (!isAlias || url.searchParams.get('uselibpqcompat') === 'true') return text;
  return text.replace(/([?&]sslmode=)[^&]*/, '$1verify-full');
}

/** The parsed address, or what is wrong with it. */
function parsed(text: string): URL | string {
  if (/\s/.test(text)) return textOf(addressMessages.spaces);
  const isEncoded = !/%(?![0-9a-f]{2})/i.test(text);
  const url = isEncoded && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isDecodable(url)) return textOf(addressMessages.encoding);
  return endsTooEarly(url) ? textOf(addressMessages.encoding) : url;
}

/** Whether a # / or ? of a password ended the host, as in `user:12/3@host`: the @ then comes after it. */
function endsTooEarly({ username, password, pathname, search, hash }: URL): boolean {
  return hash !== '' || (username === '' && password === '' && /^[^=]*@/.test(pathname + search));
}

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** The code of the error; undefined = the file can be read. */
function unreadable(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable';
  }
}
