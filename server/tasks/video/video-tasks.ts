import { Injectable } from '@nestjs/common';
import { Role } from '../../contract/enums.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { randomText } from '../../core/crypto.js';
import { jsonbOf } from '../../core/postgres/postgres-text.js';
import type { Target } from '../../dialects/kit/provider.js';
import { TaskError } from '../../dialects/task-apis/task-error.js';
import type { TaskCodec, TaskRequest } from '../../dialects/task-apis/task.js';
import { videoFields } from '../../dialects/task-apis/video-request.js';
import { RelayServices } from '../../relay/relay-services.js';
import type { Caller } from '../../relay/pipeline/stages.js';
import { taskCodecOf } from '../engine/call-task.js';
import { VIDEO_PLATFORM, familyOf } from '../engine/task-family.js';
import { pollRequestedTasks } from '../engine/poll-requested-tasks.js';
import { TasksRepository } from '../engine/tasks.repository.js';
import type { StoredTask } from '../engine/stored-task.js';
import { taskTarget } from '../engine/task-target.js';
import type { SubmissionResult } from '../engine/task-submission.js';
import { TaskSubmitter } from '../engine/task-submitter.js';
import type { TaskCall } from '../http/task-routes.js';
import { propertiesOf, resultsOf, type VideoProperties } from './video-view.js';

/** Length of the random part of a task's id. */
const ID_LENGTH = 32;

/** A task with the channel that carries it out. */
export interface ServedTask {
  readonly channel: RoutableChannel;
  readonly codec: TaskCodec;
  readonly target: Target;
}

/** Submits and finds video tasks, for the APIs that clients use. */
@Injectable()
export class VideoTasks {
  constructor(
    private readonly submitter: TaskSubmitter,
    private readonly store: TasksRepository,
    private readonly relay: RelayServices,
  ) {}

  /** @throws TaskError, ApiError, UpstreamError where no channel accepted it; nothing is charged then */
  async submit(
    { authenticated }: TaskCall,
    request: TaskRequest,
    origin?: StoredTask,
  ): Promise<{ id: string; properties: VideoProperties; body: unknown }> {
    const fields = videoFields(request.fields);
    const of = origin && propertiesOf(origin);
    const properties: VideoProperties = {
      seconds: of ? of.seconds : fields.seconds === undefined ? '' : String(fields.seconds),
      size: of ? of.size : fields.size,
    };
    const publicId = `task_${randomText(ID_LENGTH)}`;
    const result: SubmissionResult = await this.submitter.submit(authenticated, {
      table: 'task',
      request,
      publicId,
      columns: {
        platform: VIDEO_PLATFORM,
        properties: jsonbOf({
          input: request.input,
          ...properties,
          ...(origin && { remixed_from: origin.publicId }),
        }),
        created_at: Math.floor(Date.now() / 1000),
      },
      mayRetry: true,
      ...(origin && { origin }),
    });
    if (result.kind === 'refused') throw new TaskError(400, 'generation_failed', result.refusal.reason);
    return { id: publicId, properties, body: result.acceptance.body };
  }

  /**
   * A task of the caller. Administrators who are signed in to the console may see those of all users.
   * @throws TaskError 404 for unknown and foreign ones
   */
  async ofCaller({ token }: Caller, id: string): Promise<StoredTask> {
    const [task] = await this.store.ofUser('task', token.user.id, [id]);
    const isAdmin = token.id === 0 && token.user.role >= Role.admin;
    const found = task ?? (isAdmin ? await this.store.byPublicId('task', id) : undefined);
    if (!found || familyOf(found) !== 'video' || propertiesOf(found).deleted)
      throw new TaskError(404, 'video_not_found', `Video with id '${id.slice(0, 100)}' not found.`);
    await pollRequestedTasks(this.store, [found]);
    return found;
  }

  /** The channel of a task, as its provider needs it. @throws TaskError 400 if it no longer serves videos */
  served(task: StoredTask): ServedTask {
    const channel = this.relay.channels.get(task.channelId);
    const codec = channel && taskCodecOf(channel, 'video', task.upstreamModel);
    if (!channel || !codec) throw new TaskError(400, 'channel_not_found', 'channel not found');
    const target = taskTarget(channel, task, this.relay.settings.current);
    return { channel, codec, target };
  }

  /**
   * Address of a finished video for clients: the provider's, or that of the gateway if only the channel's key can read it;
   * '' if there is none.
   */
  addressOf(task: StoredTask): string {
    const [result] = resultsOf(task);
    if (!result || task.status !== 'SUCCESS') return '';
    try {
      const { codec, target } = this.served(task);
      const isPublic =
        !codec.embedded?.(result.url, target) &&
        !codec.locate?.(result.url, target) &&
        !codec.file?.(result.url, target);
      if (isPublic) return result.url;
    } catch (problem) {
      if (!(problem instanceof TaskError)) throw problem;
      if (/^https?:/.test(result.url)) return result.url;
    }
    const { address } = this.relay.settings.current.providers.site ?? { address: '' };
    return `${address.replace(/\/$/, '')}/v1/videos/${task.publicId}/content`;
  }

  /**
   * Video tasks of a user.
   * @param after public id of the task before the first one
   */
  async list(
    userId: number,
    { after, limit, ascending }: { after: string; limit: number; ascending: boolean },
  ): Promise<StoredTask[]> {
    const [first] = after === '' ? [] : await this.store.ofUser('task', userId, [after]);
    if (after !== '' && !first) throw new TaskError(404, 'video_not_found', `Video '${after}' not found.`);
    return this.store.videosOf(userId, first?.id, limit, ascending);
  }

  /** Hides a deleted video from its owner; the row remains for the lists of administrators. */
  hide({ id }: StoredTask): Promise<void> {
    return this.store.hide(id);
  }
}
