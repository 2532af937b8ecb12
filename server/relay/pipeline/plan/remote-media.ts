import type { CanonicalChat, MediaSource } from '../../../dialects/canonical/chat.js';
import { ApiError } from '../../../contract/errors/api-error.js';

export interface Download {
  mediaType: string;
  bytes: Buffer;
}

/** Downloads media from URLs that users supply. */
export interface RemoteMedia {
  /** @throws when the download fails or is longer than `maxBytes` */
  get(url: string, maxBytes: number, signal: AbortSignal): Promise<Download>;
  /** Most bytes of all media of one request together, from `MAX_FILE_DOWNLOAD_MB`. */
  readonly limit: number;
}

interface Holder {
  readonly type: 'image' | 'file';
  source: MediaSource;
}

/** Images and files of the request that the provider would not fetch from their URLs itself. */
export function remoteParts(chat: CanonicalChat, mustFetch: (url: string) => boolean): Holder[] {
  return chat.turns
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'tool-result' ? part.parts : [part]))
    .filter((part) => part.type === 'image' || part.type === 'file')
    .filter(({ source }) => source.type === 'url' && mustFetch(source.url));
}

/**
 * Downloads the parts and replaces their URLs by the bytes. Sequential, because all share one size limit.
 * @throws ApiError convert_request_failed when a download fails
 */
export async function fetchMedia(
  parts: readonly Holder[],
  media: RemoteMedia,
  signal: AbortSignal,
): Promise<void> {
  const downloaded = new Map<string, MediaSource>();
  let bytesLeft = media.limit;
  for (const part of parts) {
    if (part.source.type !== 'url') continue;
    const { url } = part.source;
    let source = downloaded.get(url);
    if (!source) {
      const { mediaType, bytes } = await obtain(url, bytesLeft, media, signal);
      bytesLeft -= bytes.length;
      source = { type: 'base64', mediaType, data: bytes.toString('base64') };
      downloaded.set(url, source);
    }
    if (part.type === 'image' && source.type === 'base64' && !source.mediaType.startsWith('image/'))
      throw new ApiError('convert_request_failed', { detail: `${url} is no image` });
    part.source = source;
  }
}

async function obtain(
  url: string,
  maxBytes: number,
  media: RemoteMedia,
  signal: AbortSignal,
): Promise<Download> {
  try {
    return await media.get(url, maxBytes, signal);
  } catch (problem) {
    // The reason is not sent to the client: it would reveal networks that the client cannot reach.
    throw new ApiError('convert_request_failed', { detail: `failed to download ${url}` }, { cause: problem });
  }
}
