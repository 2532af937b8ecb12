import type { TaskFamily } from '../../dialects/task-apis/task.js';
import type { StoredTask } from './stored-task.js';

/** The value of `platform` of songs and lyrics, which clients of the compatible API know. */
export const MUSIC_PLATFORM = 'suno';
export const VIDEO_PLATFORM = 'video';

export function familyOf({ table, row }: Pick<StoredTask, 'table' | 'row'>): TaskFamily {
  if (table === 'drawing') return 'drawing';
  return row.platform === MUSIC_PLATFORM ? 'music' : 'video';
}
