import type { Target, UpstreamCall } from '../../kit/provider.js';

/** Paths of Google's API start with the version, which clients of that API have chosen themselves. */
const ownPath = /^\/(v\d\w*)\/(?:models|tunedModels)\//;

/**
 * A call of one action of the channel's model. The key is sent in a header, never in the URL.
 * @param action including its query
 */
export function googleCall(target: Target, action: string, body: Buffer | undefined): UpstreamCall {
  const tuned = target.model.startsWith('tunedModels/');
  const model = tuned ? target.model : `models/${target.model.replace(/^models\//, '')}`;
  const [kind = '', ...name] = model.split('/');
  return {
    method: 'POST',
    url: `${target.baseUrl}/${versionOf(target)}/${kind}/${encodeURIComponent(name.join('/'))}:${action}`,
    headers: {
      'x-goog-api-key': target.key,
      'content-type': 'application/json',
      accept: action.startsWith('stream') ? 'text/event-stream' : 'application/json',
    },
    body,
  };
}

/** A GET of a resource of the API, such as an operation. @param name path without the version */
export function googleGet(target: Target, name: string): UpstreamCall {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return {
    method: 'GET',
    url: `${target.baseUrl}/${versionOf(target)}/${path}`,
    headers: { 'x-goog-api-key': target.key, accept: 'application/json' },
  };
}

/** URLs that Google reads itself: Cloud Storage, uploaded files and YouTube (https://ai.google.dev/api/caching#FileData). */
const readable =
  /^(?:gs:\/\/|https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be|generativelanguage\.googleapis\.com)\/)/;

export const mustFetch = (url: string): boolean => !readable.test(url);

/** The API version of the channel, else that of the client's path, else that of the option. */
function versionOf({ other, path, model, settings }: Target): string {
  const { versions } = settings.gemini;
  return other || (ownPath.exec(path)?.[1] ?? versions[model] ?? versions.default ?? 'v1beta');
}
