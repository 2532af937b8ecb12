import { Injectable } from '@nestjs/common';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { TaskCodec, TaskReport } from '../../dialects/task-apis/task.js';
import { RelayServices } from '../../relay/relay-services.js';
import { ask } from '../../relay/upstream/request.js';
import { bodyOf, taskProviderOf } from './call-task.js';
import type { StoredTask } from './stored-task.js';
import { familyOf } from './task-family.js';
import { queriedTask, taskTarget } from './task-target.js';

const QUERY_TIMEOUT_MS = 15_000;
/** Statuses of queries that are about the channel: its key, its limits. */
const OF_CHANNEL = new Set([401, 402, 403, 408, 429]);

/** Queries the states of tasks at their upstreams. */
@Injectable()
export class TaskQueries {
  constructor(private readonly relay: RelayServices) {}

  /**
   * What the upstream reports about tasks, in one call. Errors that are about the task itself are its report.
   * @throws UpstreamError, and Error for responses that are no reports
   */
  async reports(
    channel: RoutableChannel,
    codec: TaskCodec,
    tasks: readonly StoredTask[],
  ): Promise<readonly TaskReport[]> {
    try {
      return await this.queryUpstream(channel, codec, tasks);
    } catch (problem) {
      const [task] = tasks;
      if (!(problem instanceof UpstreamError) || !task || tasks.length > 1) throw problem;
      const { failure } = problem;
      if (failure.connection !== undefined || !codec.query.hasFailed?.(failure)) throw problem;
      return [{ upstreamId: task.upstreamId, status: 'FAILURE', failReason: failure.message }];
    }
  }

  private async queryUpstream(
    channel: RoutableChannel,
    codec: TaskCodec,
    tasks: readonly StoredTask[],
  ): Promise<readonly TaskReport[]> {
    const [first] = tasks;
    if (!first) return [];
    const target = taskTarget(channel, first, this.relay.settings.current);
    const queried = tasks.map(queriedTask);
    const reply = await ask(
      this.relay.upstream,
      codec.query.request(queried, target),
      channel.setting.proxy,
      QUERY_TIMEOUT_MS,
      undefined,
      codec.query.maxBytes,
    );
    if (reply.status < 200 || reply.status > 299) {
      const failure = taskProviderOf(channel, familyOf(first), first.upstreamModel)?.readError(
        reply.status,
        reply.headers,
        reply.text,
      );
      throw failure ? new UpstreamError(failure) : new Error(`status ${reply.status}`);
    }
    const body = bodyOf(codec, reply);
    if (body === undefined) throw new Error('the answer is not JSON');
    return codec.query.read(body, queried);
  }
}

/** Whether a failed query says something about its task, not about the channel or its key. */
export function isAboutTask(problem: unknown): boolean {
  if (!(problem instanceof UpstreamError)) return false;
  const { status, disables } = problem.failure;
  return status >= 400 && status <= 499 && !disables && !OF_CHANNEL.has(status);
}
