import type { TaskResponse } from '#contract/resources/tasks/task';
import { imageAddress, leadsToOwnApi } from '../../lib/browser/loadable-address';

/** A song of a task; addresses are undefined if they are missing or may not be loaded. */
export interface Song {
  title: string;
  tags: string;
  lyrics: string;
  /** Seconds; 0 = unknown. */
  duration: number;
  cover: string | undefined;
  audio: string | undefined;
  video: string | undefined;
  error: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The songs in the response of the Suno API, in order; empty for other tasks. */
export function songsOf({
  platform,
  action,
  data,
}: Pick<TaskResponse, 'platform' | 'action' | 'data'>): Song[] {
  if (platform !== 'suno' || action === 'LYRICS' || !Array.isArray(data)) return [];
  return data.filter(isObject).map(songOf);
}

/** The text of a task that wrote lyrics; undefined for other tasks. */
export function lyricsOf({
  platform,
  action,
  data,
}: Pick<TaskResponse, 'platform' | 'action' | 'data'>): { title: string; text: string } | undefined {
  if (platform !== 'suno' || action !== 'LYRICS') return undefined;
  const found = Array.isArray(data) ? data.find(isObject) : data;
  if (!isObject(found) || text(found.text) === '') return undefined;
  return { title: text(found.title), text: text(found.text) };
}

function songOf(song: Json): Song {
  const metadata = isObject(song.metadata) ? song.metadata : {};
  const duration = Number(metadata.duration ?? song.duration);
  return {
    title: text(song.title),
    tags: text(metadata.tags) || text(song.tags),
    lyrics: text(metadata.prompt) || text(song.lyric),
    duration: duration > 0 ? duration : 0,
    cover: coverOf(text(song.image_url) || text(song.image_large_url)),
    audio: mediaAddress(text(song.audio_url)),
    video: mediaAddress(text(song.video_url)),
    error: text(metadata.error_message),
  };
}

function coverOf(url: string): string | undefined {
  return url === '' ? undefined : imageAddress(url);
}

/** An address from an upstream response must not make the browser call this gateway's own API. */
function mediaAddress(url: string): string | undefined {
  return /^https?:\/\//i.test(url) && URL.canParse(url) && !leadsToOwnApi(url) ? url : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
