import { readJson } from './storage';

/**
 * Where an address that somebody else wrote leads. `file`: an image among the console's own files. `data`: the image
 * itself. `remote`: another site. `refused`: this gateway's API, a scheme that no image has, or no address.
 */
export type AddressKind = 'file' | 'data' | 'remote' | 'refused';

/** Files of the console lie at its root or in its folder of assets. */
const OWN_IMAGE = /^\/(assets\/)?\w[\w.-]*\.(svg|png|jpe?g|gif|webp|avif|ico)$/i;
/** Paths that act for somebody: the management API, what models are called by, and what was drawn. */
const API_PATH = /^\/+([\w-]+\/+)?(api|pg|v1|v1beta|mj|suno)(\/|$)/i;
const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|\[::\])$/i;

/** What a browser would request for this address as the source of an image. */
export function kindOfAddress(text: string): AddressKind {
  const url = parsed(text);
  if (!url) return 'refused';
  if (url.protocol === 'data:') return /^data:image\//i.test(url.href) ? 'data' : 'refused';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'refused';
  if (url.origin === location.origin) return OWN_IMAGE.test(url.pathname) ? 'file' : 'refused';
  return leadsToOwnApi(text) ? 'refused' : 'remote';
}

/** The address where it may be loaded as an image of the site, else undefined. */
export function imageAddress(text: string): string | undefined {
  return kindOfAddress(text) === 'refused' ? undefined : text;
}

/** An image that a task made: of any site, or one that the gateway serves below `/mj/image`. */
export function drawingAddress(text: string): string | undefined {
  const url = parsed(text);
  const own = url !== undefined && isOwnHost(url.hostname) && /^\/mj\/image\/[\w-]+$/.test(url.pathname);
  return own && /^https?:$/.test(url.protocol) ? text : imageAddress(text);
}

/** Whether a request for this address would reach the API of this gateway, under any spelling of it. */
export function leadsToOwnApi(text: string): boolean {
  const url = parsed(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return isOwnHost(url.hostname) && API_PATH.test(decoded(url.pathname));
}

/** As a browser reads it: dots and backslashes are resolved, control characters left out. */
function parsed(text: string): URL | undefined {
  return URL.canParse(text, location.href) ? new URL(text, location.href) : undefined;
}

/** Cookies know no port: another port of this host is not another site. */
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

/** Percent signs may be encoded themselves. */
function decoded(path: string): string {
  let current = path;
  for (let round = 0; round < 3; round++) {
    const next = decodeOnce(current);
    if (next === current) break;
    current = next;
  }
  // Dots and backslashes that were encoded.
  return new URL(current.replaceAll('\\', '/').replace(/^\/+/, '/'), 'http://host').pathname;
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
