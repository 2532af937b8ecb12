import { Injectable } from '@nestjs/common';
import { RelayServices } from '../../relay/relay-services.js';
import { ask } from '../../relay/upstream/request.js';
import { taskCodecOf } from './call-task.js';
import { familyOf } from './task-family.js';
import type { StoredTask } from './stored-task.js';
import { queriedTask, taskTarget } from './task-target.js';

const TIMEOUT_MS = 15_000;

/** Cancels tasks at upstreams that support it. */
@Injectable()
export class TaskCancellations {
  constructor(private readonly relay: RelayServices) {}

  /** @throws UpstreamError when the upstream cannot be reached */
  async cancel(task: StoredTask): Promise<void> {
    const channel = this.relay.channels.get(task.channelId);
    const codec = channel && taskCodecOf(channel, familyOf(task), task.upstreamModel);
    if (!channel || !codec?.cancel || task.upstreamId === '') return;
    const call = codec.cancel(queriedTask(task), taskTarget(channel, task, this.relay.settings.current));
    await ask(this.relay.upstream, call, channel.setting.proxy, TIMEOUT_MS);
  }
}
