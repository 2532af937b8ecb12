import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { Target } from '../../dialects/kit/provider.js';
import type { QueriedTask } from '../../dialects/task-apis/task.js';
import type { CompiledSettings } from '../../relay/pipeline/settings.js';
import { targetFor } from '../../relay/pipeline/attempt/target.js';
import type { StoredTask } from './stored-task.js';

/** The channel of a task, with the key that submitted it; another one if that key was removed. */
export function taskTarget(channel: RoutableChannel, task: StoredTask, settings: CompiledSettings): Target {
  const key = channel.keys.find(({ index }) => index === task.keyIndex) ?? channel.keys[0];
  return targetFor(
    channel,
    {
      key: key?.key ?? channel.credentials[0] ?? '',
      model: task.upstreamModel,
      requestedModel: task.model,
      path: '',
      headers: {},
    },
    settings,
  );
}

export function queriedTask({ upstreamId, action, upstreamModel }: StoredTask): QueriedTask {
  return { upstreamId, action, model: upstreamModel };
}
