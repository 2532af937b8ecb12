import { readJson } from './storage';

/**
 * Target of an address from an untrusted author. `file`: an image among the console's own files. `data`: an inline image.
 * `remote`: another site. `refused`: this gateway's API, a scheme that images do not have, or an invalid address.
 */
export type AddressKind = 'file' | 'data' | 'remote' | 'refused';

/** The console's files are at its root or in its assets folder. */
const OWN_IMAGE = /^\/(assets\/)?\w[\w.-]*\.(svg|png|jpe?g|gif|webp|avif|ico)$/i;
/** Paths that act on a user's behalf: management API, relay, and image and music tasks. */
const API_PATH = /^\/+([\w-]+\/+)?(api|pg|v1|v1beta|mj|suno)(\/|$)/i;
const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|\[::\])$/i;

/** What a browser would request for this address as an image source. */
export function kindOfAddress(text: string): AddressKind {
  const url = parsed(text);
  if (!url) return 'refused';
  if (url.protocol === 'data:') return /^data:image\//i.test(url.href) ? 'data' : 'refused';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'refused';
  if (url.origin === location.origin) return OWN_IMAGE.test(url.pathname) ? 'file' : 'refused';
  return leadsToOwnApi(text) ? 'refused' : 'remote';
}

/** The address if it may be loaded as an image, else undefined. */
export function imageAddress(text: string): string | undefined {
  return kindOfAddress(text) === 'refused' ? undefined : text;
}

/** Address of a task's image: on another site, or below the gateway's own `/mj/image`. */
export function drawingAddress(text: string): string | undefined {
  const url = parsed(text);
  const own = url !== undefined && isOwnHost(url.hostname) && /^\/mj\/image\/[\w-]+$/.test(url.pathname);
  return own && /^https?:$/.test(url.protocol) ? text : imageAddress(text);
}

/** Whether a request to this address would reach this gateway's API, however it is spelled. */
export function leadsToOwnApi(text: string): boolean {
  const url = parsed(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return isOwnHost(url.hostname) && API_PATH.test(decoded(url.pathname));
}

/** Parses as a browser does: dot segments and backslashes are resolved, control characters removed. */
function parsed(text: string): URL | undefined {
  return URL.canParse(text, location.href) ? new URL(text, location.href) : undefined;
}

/** Ports are ignored: cookies are shared by all ports of a host. */
function isOwnHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === location.hostname.replace(/\.$/, '') || name === publicHost() || LOOPBACK.test(name);
}

/** The host of the server address that the operator set. */
function publicHost(): string | undefined {
  const status = readJson('status');
  if (typeof status !== 'object' || status === null || !('server_address' in status)) return undefined;
  const address = String(status.server_address);
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** Decodes repeatedly, because percent signs may be encoded themselves. */
function decoded(path: string): string {
  let current = path;
  for (let round = 0; round < 3; round++) {
    const next = decodeOnce(current);
    if (next === current) break;
    current = next;
  }
  // Resolves dot segments and backslashes that were encoded.
  return new URL(current.replaceAll('\\', '/').replace(/^\/+/, '/'), 'http://host').pathname;
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
