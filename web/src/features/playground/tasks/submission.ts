import type { Song } from '../../tasks/songs';
import type { TaskMode } from './modes';

/** A filled form: what is sent, and how the result is titled. */
export interface Submission {
  mode: TaskMode;
  title: string;
  model: string;
  path: string;
  /** Without the group, which is added when it is sent. */
  body: Record<string, unknown>;
}

/** What a task made. */
export interface TaskResult {
  /** Addresses that the browser may load. */
  images: string[];
  video: string | undefined;
  songs: Song[];
  /** Lyrics, or the description of an image. */
  text: string;
}

export interface TaskState {
  status: 'running' | 'done' | 'failed';
  /** Percent. */
  progress: number;
  reason: string;
  result: TaskResult;
}

export const NO_RESULT: TaskResult = { images: [], video: undefined, songs: [], text: '' };
