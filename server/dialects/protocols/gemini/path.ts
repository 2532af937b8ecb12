/** What a call's path says (spec/relay-and-billing.md E5). */
export interface GooglePath {
  /** Without `models/` or `tunedModels/`; '' when the path names none. */
  model: string;
  /** `generateContent`, `streamGenerateContent`, …; '' when the path names none. */
  action: string;
  /** Does the client want server-sent events (`alt=sse`)? Otherwise a stream is one JSON array. */
  events: boolean;
}

/**
 * Reads `/v1beta/models/{model}:{action}?alt=sse`. The action follows the last colon: names of models may hold some.
 * @param path as called, percent-encoded, with query
 */
export function readPath(path: string): GooglePath {
  const query = path.indexOf('?');
  const name = decoded((query === -1 ? path : path.slice(0, query)).replace(/^\/v\d\w*\//, ''));
  const plain = name.replace(/^(?:models|tunedModels)\/+(?:models\/)?/, '');
  const colon = plain.lastIndexOf(':');
  return {
    model: colon === -1 ? plain : plain.slice(0, colon),
    action: colon === -1 ? '' : plain.slice(colon + 1),
    events: query !== -1 && new URLSearchParams(path.slice(query)).get('alt') === 'sse',
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not an encoding at all: then the name is what it looks like, and no channel will have it.
    return path;
  }
}
