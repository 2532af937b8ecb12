import { ApiError } from '../core/api-error.js';

/** Files of the console lie at its root or in its folder of assets; the same rule as in web/src/lib/loadable-address.ts. */
const CONSOLE_FILE = /^\/(assets\/)?\w[\w.-]*\.(svg|png|jpe?g|gif|webp|avif|ico)$/i;

/**
 * An address that every page loads as an image: '', a file of the console, or an http(s) URL. A path of the API would be
 * requested with the cookie of whoever looks at the page.
 * @throws Refusal for everything else
 */
export function imageAddress(text: string): string {
  if (text === '' || CONSOLE_FILE.test(text)) return text;
  // Read by browsers as another scheme or host than it looks like: `//host`, `https:host`, backslashes, line breaks.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\\\s]/.test(text) || !URL.canParse(text))
    throw new ApiError('image_address_refused');
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') throw new ApiError('image_address_refused');
  return text;
}

/** @throws Refusal when the address is of this gateway and no file of the console */
export function refuseOwnApi(text: string, serverAddress: string): void {
  if (!URL.canParse(text) || !URL.canParse(serverAddress)) return;
  const url = new URL(text);
  if (url.hostname === new URL(serverAddress).hostname && !CONSOLE_FILE.test(url.pathname))
    throw new ApiError('image_address_refused');
}
