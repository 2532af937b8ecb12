import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { TaskResult } from '../../dialects/task-apis/task.js';
import type { UpstreamClient } from '../../relay/upstream/client.js';
import { ask } from '../../relay/upstream/request.js';
import { bodyOf } from '../engine/call-task.js';
import type { StoredTask } from '../engine/stored-task.js';
import { queriedTask } from '../engine/task-target.js';
import type { ServedTask } from './video-tasks.js';

const QUERY_TIMEOUT_MS = 30_000;

/**
 * The results of a finished task as its provider reports them now: providers that sign the addresses of files sign them anew.
 * Empty where the provider no longer has the task.
 */
export async function freshResults(
  upstream: UpstreamClient,
  task: StoredTask,
  { channel, codec, target }: ServedTask,
): Promise<readonly TaskResult[]> {
  if (task.upstreamId === '') return [];
  const { query } = codec;
  const queried = [queriedTask(task)];
  try {
    const { proxy } = channel.setting;
    const call = query.request(queried, target);
    const reply = await ask(upstream, call, proxy, QUERY_TIMEOUT_MS, undefined, query.maxBytes);
    if (reply.status < 200 || reply.status > 299) return [];
    return query.read(bodyOf(codec, reply), queried)[0]?.results ?? [];
  } catch (problem) {
    if (problem instanceof UpstreamError || problem instanceof SyntaxError) return [];
    throw problem;
  }
}
