/**
 * First path segments that belong to programs: this API, the providers' APIs, probes and built files. Unknown paths
 * below them return 404, never a page of the console.
 */
const FOR_PROGRAMS =
  /^\/(?:api|v1|assets|(?:v\d\w*|pg|mj|[^/]+\/mj|suno|kling|jimeng|upload|dashboard|livez|healthz|readyz|metrics|\.well-known)(?:\/|$))/i;
const DRAWING = /^\/(?:[^/]+\/)?mj(?:\/|$)/i;
const MUSIC = /^\/suno(?:\/|$)/i;

/** True if the URL belongs to an API or a built file; false if it is a page of the console. */
export function isForPrograms(url: string): boolean {
  return FOR_PROGRAMS.test(pathOf(url));
}

/**
 * The body of a 404 in the format of the API that the URL belongs to: midjourney-proxy below /mj, Suno API below /suno,
 * OpenAI everywhere else.
 */
export function notFound(method: string, url: string): object {
  const message = invalidUrl(method, url);
  const path = pathOf(url);
  if (DRAWING.test(path)) return { description: message, type: 'invalid_request_error', code: 4 };
  if (MUSIC.test(path)) return { code: 'invalid_request', message, data: null };
  return { error: { message, type: 'invalid_request_error', param: '', code: '' } };
}

/** @param url may include a query, which is omitted from the message */
export function invalidUrl(method: string, url: string): string {
  const query = url.indexOf('?');
  return `Invalid URL (${method} ${query === -1 ? url : url.slice(0, query)})`;
}

/** The path as the router matches it: decoded, with one leading slash. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURIComponent(path).replace(/^\/+/, '/');
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
}
