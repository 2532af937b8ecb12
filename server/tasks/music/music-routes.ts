import { Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  list,
  parseRecord,
  record as asRecord,
  text,
  type UnknownRecord,
} from '../../dialects/json/lenient.js';
import { jsonbOf } from '../../core/postgres/postgres-text.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { sunoRequest } from '../../dialects/task-apis/suno-request.js';
import { TaskError } from '../../dialects/task-apis/task-error.js';
import { clientError } from '../../relay/pipeline/client/client-error.js';
import type { Exchange } from '../../relay/pipeline/request-scope.js';
import { RelayServices } from '../../relay/relay-services.js';
import { MUSIC_PLATFORM, familyOf } from '../engine/task-family.js';
import { pollRequestedTasks } from '../engine/poll-requested-tasks.js';
import { TasksRepository } from '../engine/tasks.repository.js';
import type { StoredTask } from '../engine/stored-task.js';
import { TaskSubmitter } from '../engine/task-submitter.js';
import type { TaskCall, TaskHttpAnswer, TaskRoute } from '../http/task-routes.js';

const MAX_IDS = 1000;
const SATURATED = '当前分组上游负载已饱和，请稍后再试';
const UNREACHABLE = '请求上游地址失败';

/** The Suno API: songs and lyrics. */
@Injectable()
export class MusicRoutes {
  readonly routes: readonly TaskRoute[];

  constructor(
    private readonly submitter: TaskSubmitter,
    private readonly store: TasksRepository,
    private readonly relay: RelayServices,
  ) {
    const route = (method: 'GET' | 'POST', url: string, handle: TaskRoute['handle']): TaskRoute => ({
      method,
      url,
      family: 'music',
      handle,
      failed: (problem, exchange) => this.failed(problem, exchange),
    });
    this.routes = [
      route('POST', '/suno/submit/:action', (call) => this.submit(call)),
      route('POST', '/suno/fetch', (call) => this.fetchMany(call)),
      route('GET', '/suno/fetch/:id', (call) => this.fetchOne(call)),
    ];
  }

  private async submit({ authenticated, caller, body, params }: TaskCall): Promise<TaskHttpAnswer> {
    const request = sunoRequest(params.action ?? '', fieldsOf(body));
    const origin = await this.origin(caller.token.user.id, request.fields);
    const result = await this.submitter.submit(authenticated, {
      table: 'task',
      request,
      columns: {
        platform: MUSIC_PLATFORM,
        properties: jsonbOf({ input: request.input }),
        created_at: Math.floor(Date.now() / 1000),
      },
      mayRetry: true,
      ...(origin && { origin }),
    });
    if (result.kind === 'refused') throw new TaskError(500, 'fail_to_fetch_task', result.refusal.reason);
    return { status: 200, body: result.acceptance.body };
  }

  /** A continued song is made by the channel of its beginning. The ids of clips are public, so the clip must be of the user's task. */
  private async origin(userId: number, fields: UnknownRecord): Promise<StoredTask | undefined> {
    const clip = text(fields.continue_clip_id);
    if (clip === '') return undefined;
    const [origin] = await this.ofUser(userId, [text(fields.task_id)]);
    if (!origin) throw new TaskError(400, 'task_not_exist', 'task_origin_not_exist');
    if (!clipsOf(origin).has(clip)) throw new TaskError(400, 'clip_not_exist', 'clip_not_of_task');
    const channel = this.relay.channels.get(origin.channelId);
    if (!channel) throw new TaskError(400, 'channel_not_found', 'channel not found');
    if (!channel.enabled) throw new TaskError(400, 'task_channel_disable', '该任务所属渠道已被禁用');
    return origin;
  }

  private async fetchMany({ caller, body }: TaskCall): Promise<TaskHttpAnswer> {
    const ids = list(fieldsOf(body).ids).map(text).slice(0, MAX_IDS);
    const tasks = await this.ofUser(caller.token.user.id, ids);
    await pollRequestedTasks(this.store, tasks);
    return success(tasks.sort((one, other) => one.id - other.id).map(taskView));
  }

  private async fetchOne({ caller, params }: TaskCall): Promise<TaskHttpAnswer> {
    const [task] = await this.ofUser(caller.token.user.id, [params.id ?? '']);
    if (!task) throw new TaskError(400, 'task_not_exist', 'task_not_exist');
    await pollRequestedTasks(this.store, [task]);
    return success(taskView(task));
  }

  private async ofUser(userId: number, ids: readonly string[]): Promise<StoredTask[]> {
    const found = await this.store.ofUser('task', userId, ids);
    return found.filter((task) => familyOf(task) === 'music');
  }

  private failed(problem: unknown, exchange: Exchange): TaskHttpAnswer {
    const { status, code, message } = this.errorOf(problem, exchange);
    return { status, body: { code, message: status === 429 ? SATURATED : message, data: null } };
  }

  private errorOf(
    problem: unknown,
    exchange: Exchange,
  ): { status: number; code: string | number | null; message: string } {
    if (problem instanceof TaskError) return problem;
    if (!(problem instanceof ApiError) && !(problem instanceof UpstreamError))
      this.relay.report(problem, exchange.requestId);
    const { request, protocol, requestId, errorForm } = exchange;
    const language = request.headers['accept-language'];
    const error = clientError(problem, requestId, protocol, language, errorForm);
    if (error.billing) return { status: 403, code: 'quota_not_enough', message: 'user quota is not enough' };
    if (problem instanceof UpstreamError && problem.failure.connection)
      return { status: 500, code: 'do_request_failed', message: UNREACHABLE };
    return error;
  }
}

/** @throws TaskError 400 (invalid_request) unless the body is a JSON object */
function fieldsOf(body: Buffer): UnknownRecord {
  try {
    return parseRecord(body.toString('utf8'));
  } catch (error) {
    throw new TaskError(400, 'invalid_request', error instanceof Error ? error.message : String(error));
  }
}

/** Ids of the clips that a song has so far. */
function clipsOf({ row }: StoredTask): ReadonlySet<string> {
  const clips = list(row.data).map(asRecord);
  return new Set(clips.flatMap(({ id, clip_id }) => [text(id), text(clip_id)]).filter((id) => id !== ''));
}

function success(data: unknown): TaskHttpAnswer {
  return { status: 200, body: { code: 'success', message: '', data } };
}

/** A task as clients of the API see it; times are Unix seconds. */
function taskView(task: StoredTask): object {
  return {
    task_id: task.publicId,
    action: task.action,
    status: task.status,
    fail_reason: task.failReason,
    submit_time: Math.floor(task.submitTime / 1000),
    start_time: Math.floor(task.startTime / 1000),
    finish_time: Math.floor(task.finishTime / 1000),
    progress: task.progress,
    data: task.row.data ?? null,
  };
}
