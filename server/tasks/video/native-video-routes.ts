import { Injectable } from '@nestjs/common';
import { record, text } from '../../dialects/json/lenient.js';
import { jsonBody } from '../../dialects/operations/json-body.js';
import { jimengRequest, klingRequest } from '../../dialects/task-apis/native-video-requests.js';
import { TaskError } from '../../dialects/task-apis/task-error.js';
import type { Exchange } from '../../relay/pipeline/request-scope.js';
import { RelayServices } from '../../relay/relay-services.js';
import type { StoredTask } from '../engine/stored-task.js';
import type { TaskCall, TaskHttpAnswer, TaskRoute } from '../http/task-routes.js';
import { videoError } from './video-errors.js';
import { VideoTasks } from './video-tasks.js';
import { propertiesOf } from './video-view.js';

const SUBMIT = 'CVSync2AsyncSubmitTask';
const RESULT = 'CVSync2AsyncGetResult';
const JIMENG_OK = 10000;
const JIMENG_FAILED = 50500;
const KLING_STATES: Readonly<Record<string, string>> = {
  IN_PROGRESS: 'processing',
  SUCCESS: 'succeed',
  FAILURE: 'failed',
};
const JIMENG_STATES: Readonly<Record<string, string>> = { IN_PROGRESS: 'generating', SUCCESS: 'done' };
/** Kling's and Jimeng's codes by HTTP status. */
const KLING_CODES: Readonly<Record<number, number>> = {
  400: 1201,
  401: 1002,
  403: 1103,
  404: 1203,
  429: 1302,
};
const JIMENG_CODES: Readonly<Record<number, number>> = { 400: 50200, 401: 50400, 403: 50400, 429: 50430 };

/** Videos in the formats of Kling and Jimeng, by whichever channel has the model. */
@Injectable()
export class NativeVideoRoutes {
  readonly routes: readonly TaskRoute[];

  constructor(
    private readonly videos: VideoTasks,
    private readonly relay: RelayServices,
  ) {
    const kling = (method: 'GET' | 'POST', url: string, handle: TaskRoute['handle']): TaskRoute => ({
      method,
      url: `/kling/v1/videos/${url}`,
      family: 'video',
      handle,
      failed: (problem, exchange) => this.klingFailed(problem, exchange),
    });
    const jimeng: TaskRoute = {
      method: 'POST',
      url: '/jimeng',
      family: 'video',
      handle: (call) => this.jimeng(call),
      failed: (problem, exchange) => this.jimengFailed(problem, exchange),
    };
    this.routes = [
      ...['text2video', 'image2video'].flatMap((kind) => [
        kling('POST', kind, (call) => this.submitKling(call, kind === 'image2video')),
        kling('GET', `${kind}/:id`, (call) => this.fetchKling(call)),
      ]),
      jimeng,
    ];
  }

  private async submitKling(call: TaskCall, needsImage: boolean): Promise<TaskHttpAnswer> {
    const request = klingRequest(jsonBody(call.body), needsImage);
    const { id } = await this.videos.submit(call, request);
    const now = Date.now();
    return this.klingAnswer(call, {
      task_id: id,
      task_status: 'submitted',
      created_at: now,
      updated_at: now,
    });
  }

  private async fetchKling(call: TaskCall): Promise<TaskHttpAnswer> {
    const task = await this.videos.ofCaller(call.caller, call.params.id ?? '');
    const url = this.videos.addressOf(task);
    return this.klingAnswer(call, {
      task_id: task.publicId,
      task_status: KLING_STATES[task.status] ?? 'submitted',
      task_status_msg: task.failReason,
      created_at: task.submitTime,
      updated_at: task.finishTime || task.startTime || task.submitTime,
      task_result: {
        videos: url === '' ? [] : [{ id: task.publicId, url, duration: propertiesOf(task).seconds }],
      },
    });
  }

  private klingAnswer({ authenticated: { exchange } }: TaskCall, data: object): TaskHttpAnswer {
    return { status: 200, body: { code: 0, message: 'SUCCEED', request_id: exchange.requestId, data } };
  }

  private async jimeng(call: TaskCall): Promise<TaskHttpAnswer> {
    const body = jsonBody(call.body);
    if (call.query.Action === SUBMIT) {
      const { id } = await this.videos.submit(call, jimengRequest(body));
      return this.jimengAnswer(call, JIMENG_OK, 'Success', { task_id: id });
    }
    if (call.query.Action !== RESULT) throw new TaskError(400, 'invalid_request', 'unknown Action');
    if (text(body.task_id) === '') throw new TaskError(400, 'invalid_request', 'task_id is required');
    const task = await this.found(call, text(body.task_id));
    if (!task) return this.jimengAnswer(call, JIMENG_OK, 'Success', { status: 'not_found' });
    if (task.status === 'FAILURE') return this.jimengAnswer(call, JIMENG_FAILED, task.failReason, null);
    return this.jimengAnswer(call, JIMENG_OK, 'Success', {
      status: JIMENG_STATES[task.status] ?? 'in_queue',
      video_url: this.videos.addressOf(task),
    });
  }

  private async found({ caller }: TaskCall, id: string): Promise<StoredTask | undefined> {
    try {
      return await this.videos.ofCaller(caller, id);
    } catch (problem) {
      if (problem instanceof TaskError && problem.status === 404) return undefined;
      throw problem;
    }
  }

  private jimengAnswer(
    { authenticated: { exchange } }: TaskCall,
    code: number,
    message: string,
    data: object | null,
  ): TaskHttpAnswer {
    const { requestId: request_id, startedAt } = exchange;
    const time_elapsed = `${Date.now() - startedAt}ms`;
    return { status: 200, body: { code, data, message, request_id, status: code, time_elapsed } };
  }

  /** The error in the provider's format, and as `error` in OpenAI's. */
  private klingFailed(problem: unknown, exchange: Exchange): TaskHttpAnswer {
    const { status, body } = videoError(problem, exchange, this.relay);
    const { error } = record(body);
    const code = KLING_CODES[status] ?? 5000;
    const message = text(record(error).message);
    return { status, body: { code, message, request_id: exchange.requestId, error } };
  }

  private jimengFailed(problem: unknown, exchange: Exchange): TaskHttpAnswer {
    const { status, body } = videoError(problem, exchange, this.relay);
    const { error } = record(body);
    const code = JIMENG_CODES[status] ?? JIMENG_FAILED;
    const message = text(record(error).message);
    return {
      status,
      body: { code, data: null, message, request_id: exchange.requestId, status: code, error },
    };
  }
}
