/**
 * First path segments that belong to programs: this API, the providers' APIs, probes and built files. Unknown paths
 * below them return 404, never a page of the console.
 */
const FOR_PROGRAMS =
  /^\/(?:api|v1|assets|(?:v\d\w*|ws|pg|mj|[^/]+\/mj|suno|kling|jimeng|upload|download|dashboard|livez|healthz|readyz|metrics|\.well-known)(?:\/|$))/i;
const DRAWING = /^\/(?:[^/]+\/)?mj(?:\/|$)/i;
const MUSIC = /^\/suno(?:\/|$)/i;
/** Google's versions, without the OpenAI API below them, and the path of its WebSocket API. */
const GOOGLE = /^\/(?:(?:upload\/|download\/)?v\d+(?:alpha|beta)\w*(?:\/(?!openai(?:\/|$))|$)|ws(?:\/|$))/i;

/** True if the URL belongs to an API or a built file; false if it is a page of the console. */
export function isForPrograms(url: string): boolean {
  return FOR_PROGRAMS.test(pathOf(url));
}

/** True if the URL belongs to Google's API. */
export function isGoogle(url: string): boolean {
  return GOOGLE.test(pathOf(url));
}

/**
 * The body of a 404 in the format of the API that the URL belongs to: midjourney-proxy below /mj, Suno API below /suno,
 * Google below its versions and /ws, OpenAI everywhere else.
 */
export function notFound(method: string, url: string): object {
  const message = invalidUrl(method, url);
  const path = pathOf(url);
  if (DRAWING.test(path)) return { description: message, type: 'invalid_request_error', code: 4 };
  if (MUSIC.test(path)) return { code: 'invalid_request', message, data: null };
  if (GOOGLE.test(path)) return { error: { code: 404, message, status: 'NOT_FOUND' } };
  return { error: { message, type: 'invalid_request_error', param: '', code: '' } };
}

/** @param url may include a query, which is omitted from the message */
export function invalidUrl(method: string, url: string): string {
  return `Invalid URL (${calledPath(method, url)})`;
}

/** Method and path of a request for a message, without the query, which may contain a key. */
export function calledPath(method: string, url: string): string {
  const query = url.indexOf('?');
  return `${method} ${query === -1 ? url : url.slice(0, query)}`;
}

/** The path as the router matches it: decoded, with one leading slash. */
export function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURIComponent(path).replace(/^\/+/, '/');
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
}
