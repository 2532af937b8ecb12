import { ApiError } from '../contract/errors/api-error.js';

/** Files of the console are at its root or in `/assets`; web/src/lib/browser/loadable-address.ts has the same rule. */
const CONSOLE_FILE = /^\/(assets\/)?\w[\w.-]*\.(svg|png|jpe?g|gif|webp|avif|ico)$/i;

/**
 * Validates an address that every page loads as an image: '', a file of the console, or an http(s) URL. API paths are not
 * allowed, because browsers would request them with the cookie of the user who views the page.
 * @throws ApiError for everything else
 */
export function imageAddress(text: string): string {
  if (text === '' || CONSOLE_FILE.test(text)) return text;
  // Rejects what browsers read as a different scheme or host than it seems: `//host`, `https:host`, backslashes, line
  // breaks.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\\\s]/.test(text) || !URL.canParse(text))
    throw new ApiError('image_address_refused');
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') throw new ApiError('image_address_refused');
  return text;
}

/** @throws ApiError when the address is on this gateway and not a file of the console */
export function refuseOwnApi(text: string, serverAddress: string): void {
  if (!URL.canParse(text) || !URL.canParse(serverAddress)) return;
  const url = new URL(text);
  if (url.hostname === new URL(serverAddress).hostname && !CONSOLE_FILE.test(url.pathname))
    throw new ApiError('image_address_refused');
}
