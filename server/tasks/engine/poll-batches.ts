import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { TaskCodec } from '../../dialects/task-apis/task.js';
import { taskCodecOf } from './call-task.js';
import type { StoredTask } from './stored-task.js';
import { familyOf } from './task-family.js';

/** Maximum number of calls that query one task each and are open at a time for a channel. */
const MAX_SINGLE_CALLS = 8;

/** Tasks that one call queries. */
export interface PollBatch {
  /** Undefined if the channel no longer carries out such tasks. */
  readonly codec: TaskCodec | undefined;
  readonly tasks: StoredTask[];
}

/** Whether the provider reports one task per call. */
export function queriesOneTask({ codec }: PollBatch): boolean {
  return codec?.query.batch === 1;
}

export function tasksOf(batches: readonly PollBatch[]): StoredTask[] {
  return batches.flatMap(({ tasks }) => tasks);
}

/**
 * The tasks of a channel in batches of one codec and key, and of one model where a call queries one task. The batches of a
 * group are called at the same time: several that query one task each, any other by itself.
 */
export function pollGroups(channel: RoutableChannel, tasks: readonly StoredTask[]): PollBatch[][] {
  const groups: PollBatch[][] = [];
  for (const batch of batchesOf(channel, tasks)) {
    const last = groups.at(-1);
    if (last && last.length < MAX_SINGLE_CALLS && queriesOneTask(batch) && last.every(queriesOneTask))
      last.push(batch);
    else groups.push([batch]);
  }
  return groups;
}

function batchesOf(channel: RoutableChannel, tasks: readonly StoredTask[]): PollBatch[] {
  const open = new Map<string, PollBatch>();
  const all: PollBatch[] = [];
  for (const task of tasks) {
    const family = familyOf(task);
    const codec = taskCodecOf(channel, family, task.upstreamModel);
    const name = `${family} ${task.keyIndex}`;
    let batch = open.get(name);
    if (!batch || batch.codec !== codec || batch.tasks.length >= (codec?.query.batch ?? Infinity)) {
      batch = { codec, tasks: [] };
      open.set(name, batch);
      all.push(batch);
    }
    batch.tasks.push(task);
  }
  return all;
}
