import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { idText } from '../../dialects/json/large-integers.js';
import { isRecord, list, text } from '../../dialects/json/lenient.js';
import {
  DRAWING_MODES,
  DRAWING_ROUTES,
  DrawingCode,
  type DrawingMode,
} from '../../dialects/task-apis/midjourney.js';
import { invalid } from '../../dialects/task-apis/midjourney-request.js';
import { isFinal } from '../../dialects/task-apis/task.js';
import { OptionsService } from '../../options/options.service.js';
import { RelayServices } from '../../relay/relay-services.js';
import { ask } from '../../relay/upstream/request.js';
import { bodyOf, taskCodecOf } from '../engine/call-task.js';
import { pollRequestedTasks } from '../engine/poll-requested-tasks.js';
import { TasksRepository } from '../engine/tasks.repository.js';
import type { StoredTask } from '../engine/stored-task.js';
import { queriedTask, taskTarget } from '../engine/task-target.js';
import type { OpenTaskRoute, TaskCall, TaskHttpAnswer, TaskRoute } from '../http/task-routes.js';
import { drawingError, failedDrawing } from './drawing-errors.js';
import { DrawingImages } from './drawing-images.js';
import { drawingFields, DrawingSubmissions } from './drawing-submissions.js';
import { drawingView } from './drawing-view.js';

const MAX_IDS = 1000;
const SEED_TIMEOUT_MS = 30_000;

/** Beginnings of the routes, and the mode that each means. */
export const DRAWING_PREFIXES: readonly (readonly [prefix: string, mode: DrawingMode | ''])[] = [
  ['/mj', ''],
  ...DRAWING_MODES.flatMap((mode) => [[`/${mode}/mj`, mode] as const, [`/mj-${mode}/mj`, mode] as const]),
];

/** The API of midjourney-proxy: drawings. */
@Injectable()
export class DrawingRoutes {
  readonly routes: readonly TaskRoute[];
  readonly openRoutes: readonly OpenTaskRoute[];

  constructor(
    private readonly submissions: DrawingSubmissions,
    private readonly store: TasksRepository,
    private readonly options: OptionsService,
    private readonly relay: RelayServices,
    images: DrawingImages,
  ) {
    this.routes = DRAWING_PREFIXES.flatMap(([prefix, mode]) => this.routesBelow(prefix, mode));
    this.openRoutes = DRAWING_PREFIXES.flatMap(([prefix]): OpenTaskRoute[] => [
      {
        method: 'GET',
        url: `${prefix}/image/:id`,
        handle: ({ params, query, headers }) => images.show(params.id ?? '', query.video, headers),
      },
      {
        method: 'POST',
        url: `${prefix}/notify/:id/:secret`,
        handle: ({ params }) => this.reported(params.id ?? '', params.secret ?? ''),
      },
    ]);
  }

  private routesBelow(prefix: string, mode: DrawingMode | ''): TaskRoute[] {
    const route = (method: 'GET' | 'POST', path: string, handle: TaskRoute['handle']): TaskRoute => ({
      method,
      url: `${prefix}/${path}`,
      family: 'drawing',
      handle,
      failed: (problem, exchange) =>
        failedDrawing(problem, exchange, (...seen) => this.relay.report(...seen)),
    });
    return [
      ...DRAWING_ROUTES.map((path) =>
        route('POST', path, (call) => this.submissions.submit(path, mode, call)),
      ),
      route('GET', 'task/:id/fetch', (call) => this.fetchOne(call)),
      route('POST', 'task/list-by-condition', (call) => this.fetchMany(call)),
      route('GET', 'task/:id/image-seed', (call) => this.imageSeed(call)),
      route('POST', 'notify', (call) => this.notify(call)),
    ];
  }

  private async fetchOne(call: TaskCall): Promise<TaskHttpAnswer> {
    const task = await this.own(call);
    await pollRequestedTasks(this.store, [task]);
    return { status: 200, body: drawingView(task, this.options) };
  }

  private async fetchMany({ caller, body }: TaskCall): Promise<TaskHttpAnswer> {
    const { ids } = drawingFields(body, 'do_request_failed');
    if (ids !== undefined && !Array.isArray(ids)) throw invalid('do_request_failed');
    const publicIds = list(ids).map(idText).slice(0, MAX_IDS);
    const tasks = await this.store.ofUser('drawing', caller.token.user.id, publicIds);
    await pollRequestedTasks(this.store, tasks);
    tasks.sort((one, other) => one.id - other.id);
    return { status: 200, body: tasks.map((task) => drawingView(task, this.options)) };
  }

  private async own({ caller, params }: TaskCall): Promise<StoredTask> {
    const found = await this.store.ofUser('drawing', caller.token.user.id, [params.id ?? '']);
    const task = found.sort((one, other) => other.id - one.id)[0];
    if (!task) throw invalid('task_no_found');
    return task;
  }

  private async imageSeed(call: TaskCall): Promise<TaskHttpAnswer> {
    const task = await this.own(call);
    const channel = this.relay.channels.get(task.channelId);
    if (!channel) throw invalid('get_channel_info_failed');
    if (!channel.enabled) throw invalid('该任务所属渠道已被禁用');
    const codec = taskCodecOf(channel, 'drawing', task.upstreamModel);
    if (!codec?.seed) throw invalid('unknown_relay_action');
    const target = taskTarget(channel, task, this.relay.settings.current);
    const seed = codec.seed({ ...queriedTask(task), upstreamId: task.upstreamId || task.publicId }, target);
    const reply = await ask(this.relay.upstream, seed, channel.setting.proxy, SEED_TIMEOUT_MS);
    const body = bodyOf(codec, reply);
    if (reply.text === '') return drawingError(400, DrawingCode.unknownError, 'empty_response_body');
    if (!isRecord(body)) return drawingError(400, DrawingCode.unknownError, 'unmarshal_response_body_failed');
    const { code, description, properties, result } = body;
    const seedText = idText(result);
    return {
      status: reply.status,
      body: { code, description: text(description), properties: properties ?? null, result: seedText },
    };
  }

  /** The upstream reports a change at the address of the task (`notify_secret`): the task is polled, nothing is stored. */
  private async reported(id: string, secret: string): Promise<TaskHttpAnswer> {
    const task = await this.store.byPublicId('drawing', id);
    const expected = text(task?.row.notify_secret);
    if (!task || expected === '' || !isSame(secret, expected))
      return drawingError(400, DrawingCode.invalidRequest, 'midjourney_task_not_found');
    if (!isFinal(task.status)) await this.store.pollSoon('drawing', [task.id]);
    return { status: 200, body: {} };
  }

  /** A hint that a task has changed: nothing of the body is stored, but the task is polled. */
  private async notify({ caller, body }: TaskCall): Promise<TaskHttpAnswer> {
    const { id } = drawingFields(body);
    await this.store.pollHinted('drawing', caller.token.user.id, idText(id));
    return { status: 200, body: {} };
  }
}

function isSame(secret: string, expected: string): boolean {
  const [one, other] = [Buffer.from(secret), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
