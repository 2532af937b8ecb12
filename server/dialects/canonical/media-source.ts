import type { MediaSource } from './chat.js';

/** What an address of a request names: `data:` addresses carry the bytes themselves. */
export function mediaSource(url: string): MediaSource {
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  if (comma === -1) return { type: 'url', url };
  const [mediaType = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const data = url.slice(comma + 1);
  return {
    type: 'base64',
    mediaType: mediaType.toLowerCase() || 'text/plain',
    data: parameters.includes('base64') ? data : Buffer.from(unescaped(data)).toString('base64'),
  };
}

/** Files whose data stands bare are taken for what nearly all of them are. */
export function fileSource(data: string): MediaSource {
  if (data.startsWith('data:') || /^https?:/.test(data)) return mediaSource(data);
  return { type: 'base64', mediaType: 'application/pdf', data };
}

/** Text that is no valid percent encoding stands for itself. */
function unescaped(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
