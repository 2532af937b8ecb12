/**
 * First parts of addresses that programs call: of this API, of the providers' APIs, probes and built files. Whatever is
 * not served there answers 404, never a page of the console.
 */
const FOR_PROGRAMS =
  /^\/(?:api|v1|assets|(?:v\d\w*|pg|mj|[^/]+\/mj|suno|kling|jimeng|upload|dashboard|livez|healthz|readyz|metrics|\.well-known)(?:\/|$))/i;
const DRAWING = /^\/(?:[^/]+\/)?mj(?:\/|$)/i;
const MUSIC = /^\/suno(?:\/|$)/i;

/** Is this an address of programs, or a page of the console? */
export function isForPrograms(url: string): boolean {
  return FOR_PROGRAMS.test(pathOf(url));
}

/**
 * The body of a 404, in the format of the API that the address belongs to: midjourney-proxy's below /mj, Suno API's below
 * /suno, OpenAI's everywhere else.
 */
export function notFound(method: string, url: string): object {
  const message = invalidUrl(method, url);
  const path = pathOf(url);
  if (DRAWING.test(path)) return { description: message, type: 'invalid_request_error', code: 4 };
  if (MUSIC.test(path)) return { code: 'invalid_request', message, data: null };
  return { error: { message, type: 'invalid_request_error', param: '', code: '' } };
}

/** @param url with its query, which is left out */
export function invalidUrl(method: string, url: string): string {
  const query = url.indexOf('?');
  return `Invalid URL (${method} ${query === -1 ? url : url.slice(0, query)})`;
}

/** As the router reads it: decoded, with one slash at its beginning. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURIComponent(path).replace(/^\/+/, '/');
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
}
