/**
 * What unknown paths below /api, /v1 and /assets answer with status 404, in the words of OpenAI's API
 * (spec/management-api.md 1.7).
 */
export function notFound(method: string, url: string) {
  return { error: { message: invalidUrl(method, url), type: 'invalid_request_error', param: '', code: '' } };
}

/** @param url with its query, which is left out */
export function invalidUrl(method: string, url: string): string {
  const query = url.indexOf('?');
  return `Invalid URL (${method} ${query === -1 ? url : url.slice(0, query)})`;
}
