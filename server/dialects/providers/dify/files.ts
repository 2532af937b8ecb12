import { ApiError } from '../../../contract/errors/api-error.js';
import { table } from '../../kit/table.js';
import type { CanonicalTurn, TurnPart } from '../../canonical/chat.js';

/** https://docs.dify.ai/api-reference/files/upload-file */
export type FileType = 'image' | 'document' | 'audio' | 'video' | 'custom';

/** A file as a request names it, or with the bytes that must be uploaded first. */
export type SentFile =
  | { readonly type: FileType; readonly url: string }
  | { readonly type: FileType; readonly name: string; readonly mediaType: string; readonly data: string };

const documents =
  'txt md markdown mdx pdf html xlsx xls vtt properties doc docx csv eml msg pptx ppt xml epub'.split(' ');
const byExtension = table<FileType>({
  ...Object.fromEntries(documents.map((extension) => [extension, 'document'] as const)),
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  svg: 'image',
  mp3: 'audio',
  m4a: 'audio',
  wav: 'audio',
  amr: 'audio',
  mpga: 'audio',
  mp4: 'video',
  mov: 'video',
  mpeg: 'video',
  webm: 'video',
});
/** Extensions of media types whose subtype is none; Dify derives the type of an upload from its extension. */
const extensions = table({
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'audio/mpeg': 'mp3',
});

/** Images, files and audio of these turns in order, each once. */
export function filesOf(turns: readonly CanonicalTurn[]): SentFile[] {
  const parts = turns
    .filter(({ role }) => role === 'user')
    .flatMap((turn) => turn.parts)
    .flatMap((part): TurnPart[] => (part.type === 'tool-result' ? part.parts : [part]));
  const files = new Map<string, SentFile>();
  for (const part of parts) {
    const file = fileOf(part);
    if (file) files.set('url' in file ? file.url : file.data, file);
  }
  return [...files.values()];
}

function fileOf(part: TurnPart): SentFile | undefined {
  if (part.type === 'audio')
    return {
      type: 'audio',
      name: `audio.${part.format}`,
      mediaType: `audio/${part.format === 'mp3' ? 'mpeg' : part.format}`,
      data: part.data,
    };
  if (part.type !== 'image' && part.type !== 'file') return undefined;
  const { source } = part;
  if (source.type === 'url') return { type: typeOfUrl(source.url, part.type), url: webAddress(source.url) };
  const { mediaType, data } = source;
  const extension = extensions[mediaType] ?? mediaType.split('/')[1] ?? 'bin';
  const fileName = part.type === 'file' ? part.name : undefined;
  const name =
    fileName !== undefined && fileName.includes('.') ? fileName : `${fileName || part.type}.${extension}`;
  return { type: typeOfName(name), name, mediaType, data };
}

function typeOfName(name: string): FileType {
  return byExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'custom';
}

function typeOfUrl(url: string, part: 'image' | 'file'): FileType {
  if (part === 'image') return 'image';
  const path = url.replace(/[?#].*$/s, '');
  return byExtension[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'document';
}

function webAddress(url: string): string {
  if (/^https?:\/\//i.test(url)) return url;
  throw new ApiError('convert_request_failed', { detail: 'files must be sent as http(s) URLs or as data' });
}
