import { leadsToOwnApi } from '../../lib/browser/loadable-address';

export interface Media {
  kind: 'audio' | 'video' | 'image';
  url: string;
}

const ENDINGS: readonly [kind: Media['kind'], ending: RegExp][] = [
  ['audio', /\.(mp3|wav|m4a|ogg|flac)$/i],
  ['video', /\.(mp4|webm|mov)$/i],
  ['image', /\.(png|jpe?g|webp|gif)$/i],
];
/** Media kinds of fields whose URLs have no file extension. */
const FIELDS: Readonly<Record<string, Media['kind']>> = {
  audio_url: 'audio',
  video_url: 'video',
  image_url: 'image',
  image_large_url: 'image',
};
/** Bounds for deep or very large upstream responses. */
const MAX_DEPTH = 6;
const MAX_FILES = 12;

/** Media URLs in an upstream response. */
export function mediaOf(data: unknown): Media[] {
  const found = new Map<string, Media>();
  collect(data, '', 0, found);
  return [...found.values()].slice(0, MAX_FILES);
}

function collect(value: unknown, field: string, depth: number, found: Map<string, Media>): void {
  if (typeof value === 'string') {
    const kind = kindOf(value, field);
    if (kind && !found.has(value)) found.set(value, { kind, url: value });
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [key, inner] of Object.entries(value))
      collect(inner, Array.isArray(value) ? field : key, depth + 1, found);
  }
}

function kindOf(text: string, field: string): Media['kind'] | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  // A URL from an upstream response must not make the browser call this gateway's own API.
  if (leadsToOwnApi(text)) return undefined;
  const { pathname } = new URL(text);
  return ENDINGS.find(([, ending]) => ending.test(pathname))?.[0] ?? FIELDS[field];
}
