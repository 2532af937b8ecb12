import { table } from '../../kit/table.js';

/** MIME types by extension: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference#filedata */
const TYPES = table<string>({
  pdf: 'application/pdf',
  txt: 'text/plain',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/m4a',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  mov: 'video/mov',
  mpeg: 'video/mpeg',
  mpg: 'video/mpg',
  mp4: 'video/mp4',
  avi: 'video/avi',
  wmv: 'video/wmv',
  webm: 'video/webm',
  flv: 'video/x-flv',
});
const YOUTUBE = /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be)\//;

/**
 * Whether Vertex AI reads this URL itself: Cloud Storage and YouTube. It also reads public URLs, but only with their MIME
 * type, which is unknown here.
 */
export function isReadable(url: string): boolean {
  return url.startsWith('gs://') || YOUTUBE.test(url);
}

/** MIME type of a file that Vertex AI reads itself. */
export function fileType(url: string): string {
  if (YOUTUBE.test(url)) return 'video/mp4';
  const extension = /\.(\w+)$/.exec(url)?.[1]?.toLowerCase() ?? '';
  return TYPES[extension] ?? 'application/octet-stream';
}
