import { Injectable } from '@nestjs/common';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { text } from '../../dialects/json/lenient.js';
import { formFields } from '../../dialects/operations/form.js';
import { jsonBody } from '../../dialects/operations/json-body.js';
import { TaskError } from '../../dialects/task-apis/task-error.js';
import { isFinal, type TaskResult } from '../../dialects/task-apis/task.js';
import { remixRequest, videoRequest } from '../../dialects/task-apis/video-request.js';
import { RelayServices } from '../../relay/relay-services.js';
import { ask } from '../../relay/upstream/request.js';
import type { StoredTask } from '../engine/stored-task.js';
import { queriedTask } from '../engine/task-target.js';
import type { TaskCall, TaskHttpAnswer, TaskRoute } from '../http/task-routes.js';
import { videoError } from './video-errors.js';
import { freshResults } from './fresh-results.js';
import { ExpiredFile, openFile, type VideoFile } from './video-file.js';
import { VideoTasks, type ServedTask } from './video-tasks.js';
import { generationView, propertiesOf, ratiosOf, resultsOf, submittedView, videoView } from './video-view.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const DELETE_TIMEOUT_MS = 30_000;
/** What can be downloaded of a video, with its content type where the provider does not report one. */
const VARIANTS = { video: 'video/mp4', thumbnail: 'image/webp', spritesheet: 'image/jpeg' } as const;
type Variant = keyof typeof VARIANTS;

/** Videos: the unified API and OpenAI's. */
@Injectable()
export class VideoRoutes {
  readonly routes: readonly TaskRoute[];

  constructor(
    private readonly videos: VideoTasks,
    private readonly relay: RelayServices,
  ) {
    const route = (
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      handle: TaskRoute['handle'],
      more: Pick<TaskRoute, 'takesForms' | 'forSessions'> = {},
    ): TaskRoute => ({
      method,
      url,
      family: 'video',
      handle,
      failed: (problem, exchange) => videoError(problem, exchange, this.relay),
      ...more,
    });
    const forms = { takesForms: true } as const;
    this.routes = [
      route('POST', '/v1/video/generations', (call) => this.create(call), forms),
      route('GET', '/v1/video/generations/:id', (call) => this.generation(call)),
      route('POST', '/v1/videos', (call) => this.create(call), forms),
      route('GET', '/v1/videos', (call) => this.list(call)),
      route('GET', '/v1/videos/:id', (call) => this.retrieve(call)),
      route('DELETE', '/v1/videos/:id', (call) => this.delete(call)),
      route('GET', '/v1/videos/:id/content', (call) => this.content(call), { forSessions: true }),
      route('POST', '/v1/videos/:id/remix', (call) => this.remix(call), forms),
    ];
  }

  private async create(call: TaskCall): Promise<TaskHttpAnswer> {
    const request = videoRequest(call.form ? formFields(call.form) : jsonBody(call.body), call.form);
    const { id, properties } = await this.videos.submit(call, request);
    return { status: 200, body: submittedView(id, request.model, properties) };
  }

  private async generation(call: TaskCall): Promise<TaskHttpAnswer> {
    const task = await this.find(call);
    return { status: 200, body: generationView(task, this.videos.addressOf(task)) };
  }

  private async retrieve(call: TaskCall): Promise<TaskHttpAnswer> {
    return { status: 200, body: this.view(await this.find(call)) };
  }

  private async list({ caller, query }: TaskCall): Promise<TaskHttpAnswer> {
    const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw new TaskError(400, 'invalid_request', `limit must be a whole number from 1 to ${MAX_LIMIT}`);
    const found = await this.videos.list(caller.token.user.id, {
      after: text(query.after),
      limit: limit + 1,
      ascending: query.order === 'asc',
    });
    const data = found.slice(0, limit).map((task) => this.view(task));
    return {
      status: 200,
      body: {
        object: 'list',
        data,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: found.length > limit,
      },
    };
  }

  private async content(call: TaskCall): Promise<TaskHttpAnswer> {
    const task = await this.find(call);
    const variant = text(call.query.variant) || 'video';
    if (!isVariant(variant))
      throw new TaskError(
        400,
        'invalid_request',
        `variant must be one of ${Object.keys(VARIANTS).join(', ')}`,
      );
    if (task.status !== 'SUCCESS')
      throw new TaskError(400, 'video_not_ready', 'The video is not finished, or has failed.');
    const served = this.videos.served(task);
    const url = urlOf(resultsOf(task), variant, served);
    if (url === undefined) throw new TaskError(400, 'invalid_request', `variant ${variant} is not available`);
    try {
      const file = await this.openFresh(task, served, url, variant, call);
      return { status: file.status, body: undefined, file };
    } catch (problem) {
      if (problem instanceof ExpiredFile)
        throw new TaskError(410, 'video_expired', 'The file of the video is no longer available.');
      if (!(problem instanceof UpstreamError)) throw problem;
      throw new UpstreamError({ ...problem.failure, status: 502, message: 'the video cannot be read' });
    }
  }

  /** Opens a file; where its address has expired, at the address that the provider reports now. @throws ExpiredFile */
  private async openFresh(
    task: StoredTask,
    served: ServedTask,
    url: string,
    variant: Variant,
    { headers }: TaskCall,
  ): Promise<VideoFile> {
    const { codec, target, channel } = served;
    const { upstream } = this.relay;
    const source = { url, codec, target, proxy: channel.setting.proxy, contentType: VARIANTS[variant] };
    try {
      return await openFile(upstream, source, headers);
    } catch (problem) {
      if (!(problem instanceof ExpiredFile)) throw problem;
      const fresh = urlOf(await freshResults(upstream, task, served), variant, served);
      if (fresh === undefined || fresh === url) throw problem;
      return openFile(upstream, { ...source, url: fresh }, headers);
    }
  }

  private async remix(call: TaskCall): Promise<TaskHttpAnswer> {
    const origin = await this.find(call);
    if (origin.status !== 'SUCCESS')
      throw new TaskError(400, 'video_not_ready', 'The video is not finished, or has failed.');
    const { channel, codec } = this.videos.served(origin);
    if (!channel.enabled) throw new TaskError(400, 'task_channel_disable', '该任务所属渠道已被禁用');
    const { model, price, upstreamModel } = origin;
    const charged = Object.fromEntries(
      Object.entries(ratiosOf(price)).filter((entry): entry is [string, number] => Number(entry[1]) >= 0),
    );
    // An origin that was charged per call has no seconds, but the price may be one per second now.
    const seconds = Number(propertiesOf(origin).seconds) || codec.terms?.(upstreamModel).defaultSeconds;
    const ratios = { ...(seconds !== undefined && { seconds }), ...charged };
    const fields = call.form ? formFields(call.form) : jsonBody(call.body);
    const request = remixRequest(fields, {
      model,
      units: { ratios },
      task: queriedTask(origin),
    });
    const { id, properties } = await this.videos.submit(call, request, origin);
    return {
      status: 200,
      body: { ...submittedView(id, model, properties), remixed_from_video_id: origin.publicId },
    };
  }

  private async delete(call: TaskCall): Promise<TaskHttpAnswer> {
    const task = await this.find(call);
    if (!isFinal(task.status)) throw new TaskError(400, 'video_not_ready', 'The video is not finished.');
    const { channel, codec, target } = this.videos.served(task);
    if (!codec.remove) throw new TaskError(400, 'unsupported', 'Videos of this model cannot be deleted.');
    if (task.upstreamId !== '') {
      const removal = codec.remove(queriedTask(task), target);
      const reply = await ask(this.relay.upstream, removal, channel.setting.proxy, DELETE_TIMEOUT_MS);
      if ((reply.status < 200 || reply.status > 299) && reply.status !== 404)
        throw new TaskError(502, 'video_not_deleted', `the upstream answered with status ${reply.status}`);
    }
    await this.videos.hide(task);
    return { status: 200, body: { id: task.publicId, object: 'video.deleted', deleted: true } };
  }

  private find({ caller, params }: TaskCall): Promise<StoredTask> {
    return this.videos.ofCaller(caller, params.id ?? '');
  }

  private view(task: StoredTask): Record<string, unknown> {
    return videoView(task, this.videos.addressOf(task));
  }
}

function isVariant(name: string): name is Variant {
  return Object.hasOwn(VARIANTS, name);
}

/** Address of a variant at the provider; undefined where it has none. */
function urlOf(results: readonly TaskResult[], variant: Variant, { codec }: ServedTask): string | undefined {
  const video = results.find(({ kind }) => kind === 'video');
  if (!video || variant === 'video') return video?.url;
  return codec.variant?.(video.url, variant);
}
