import { setTimeout as sleep } from 'node:timers/promises';
import type { RoutableChannel } from '../../channels/channel-directory.js';
import { Refusal } from '../../core/refusal.js';
import { UpstreamError } from '../hub/failure.js';
import type { AttemptHouse } from './attempt-house.js';
import { callChannel } from './call.js';
import { known, type RelayContext } from './context.js';
import { mappedStatus, mayRetry, mustDisable } from './health.js';

/** Milliseconds before the same channel is asked again, doubled each time, jittered. */
const PAUSE_MS = 200;

/**
 * Asks channel after channel until one answers or nothing more may be tried. The only loop of the relay
 * (design/house.md 4). On return `context.ending` says how the answer ended.
 * @throws the last failure when no channel gave an answer
 */
export async function attempt(context: RelayContext, house: AttemptHouse): Promise<void> {
  const { routes } = known(context.plan);
  for (let left = house.settings.current.retryTimes; ; left--) {
    const channel = routes.next();
    if (!channel)
      throw new Refusal('model_not_found', {
        group: known(context.plan).group,
        model: known(context.plan).model,
      });
    const repeats = context.channelsTried.filter((id) => id === channel.id).length;
    if (repeats) await sleep(PAUSE_MS * 2 ** Math.min(repeats - 1, 4) * (0.5 + Math.random()));
    context.channelsTried.push(channel.id);
    try {
      return await callChannel(context, channel, house);
    } catch (problem) {
      if (!judge(context, channel, problem, house) || left <= 0 || !routes.retries || context.committed)
        throw problem;
      if (context.clientGone) {
        context.ending = 'cut-by-client';
        return;
      }
    }
  }
}

/** Records a failed attempt, sets a broken channel aside, and says whether another may be asked. */
function judge(
  context: RelayContext,
  channel: RoutableChannel,
  problem: unknown,
  house: AttemptHouse,
): boolean {
  if (!(problem instanceof UpstreamError)) return false;
  const { failure } = problem;
  const status = mappedStatus(failure.status, channel.statusCodeMapping);
  context.failures.push({ channelId: channel.id, status: failure.status, code: failure.code });
  if (
    house.settings.current.autoDisable &&
    channel.autoBan &&
    mustDisable(failure, house.settings.current.disableKeywords)
  )
    house.disable(channel.id, failure.message);
  const retry = mayRetry(failure, status);
  failure.status = status;
  return retry;
}
