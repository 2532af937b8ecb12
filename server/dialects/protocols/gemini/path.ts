/** The contents of a call's path. */
export interface GooglePath {
  /** Without `models/` or `tunedModels/`; '' when the path contains none. */
  model: string;
  /** `generateContent`, `streamGenerateContent`, …; '' when the path contains none. */
  action: string;
  /** True if the client requested server-sent events (`alt=sse`). Otherwise a stream is one JSON array. */
  events: boolean;
}

/**
 * Reads `/v1beta/models/{model}:{action}?alt=sse`. The action follows the last colon, because model names may contain
 * colons.
 * @param path as requested, percent-encoded, with query
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
    // Not valid percent-encoding: use the path unchanged; no channel will have such a model.
    return path;
  }
}
