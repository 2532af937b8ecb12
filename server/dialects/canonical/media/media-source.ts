import type { MediaSource } from '../chat.js';

/** The media that a URL refers to; `data:` URLs contain the bytes themselves. */
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

/** The source of a file. Data without a media type is assumed to be a PDF, as nearly all such files are. */
export function fileSource(data: string): MediaSource {
  if (data.startsWith('data:') || /^https?:/.test(data)) return mediaSource(data);
  return { type: 'base64', mediaType: 'application/pdf', data };
}

/** Text that is not valid percent-encoding is returned unchanged. */
function unescaped(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
