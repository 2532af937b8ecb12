import type { Target, UpstreamCall } from '../provider.js';

/** A call of Google's API names the version first; clients of that API have chosen it themselves. */
const ownPath = /^\/(v\d\w*)\/(?:models|tunedModels)\//;

/**
 * A call of one action of the channel's model. The key goes in a header, never in the address.
 * @param action with its query
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

/** What Google reads by address: files kept there, and YouTube (https://ai.google.dev/api/caching#FileData). */
const readable =
  /^(?:gs:\/\/|https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be|generativelanguage\.googleapis\.com)\/)/;

export const mustFetch = (url: string): boolean => !readable.test(url);

/** The channel's, else the client's own, else the option's (spec/providers/google.md). */
function versionOf({ other, path, model, settings }: Target): string {
  const { versions } = settings.gemini;
  return other || (ownPath.exec(path)?.[1] ?? versions[model] ?? versions.default ?? 'v1beta');
}
