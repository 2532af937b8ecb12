import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { ChannelKey } from '../../channels/channel-keys.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { keyAsked, keyFor, timesAsked } from '../routing/keys.js';
import { pause, waitBefore } from '../routing/retry-after.js';
import { conclude, judge, record } from './attempt-health.js';
import type { AttemptServices } from './attempt-services.js';
import { isOnceOnly, isPassing, limitTimes, mayBeFinished } from './attempt-rules.js';
import { callChannel } from './call.js';
import { providerOf } from './channel-provider.js';
import { Interrupted, type BrokenAnswer } from './continuation.js';
import { known, type RelayContext } from './context.js';
import { maskFailure } from './mask-secrets.js';

/**
 * Tries channel after channel until one responds or no further attempt is allowed. The only retry loop of the relay. On
 * return `context.ending` states how the response ended.
 * @throws the last failure when no channel gave a response
 */
export async function attempt(
  context: RelayContext,
  services: AttemptServices,
  call: typeof callChannel = callChannel,
): Promise<void> {
  const { routes } = known(context.plan);
  const { wholeMs } = services.times;
  if (wholeMs > 0) context.deadlineAt = context.exchange.startedAt + wholeMs;
  let last: UpstreamError | undefined;
  let unsupported: ApiError | undefined;
  let shortestWait = Infinity;
  /** The channel to try once more before any other. */
  let sameAgain: RoutableChannel | undefined;
  let askedAgain = false;
  for (let left = services.settings.current.retryTimes; ; left--) {
    const channel = sameAgain ?? routes.next();
    sameAgain = undefined;
    if (!channel) {
      if (context.broken) return finishInterrupted(context, context.broken);
      throw last ?? unsupported ?? noneLeft(context, shortestWait);
    }
    const preferred = known(keyFor(context, channel, services.keyCircuits));
    const repeats = last ? timesAsked(context, channel, preferred) : 0;
    const wait = last ? waitBefore(last.failure, repeats, routes.others) : 0;
    if (last && (wait === undefined || wait >= context.timeLeft())) {
      if (context.broken) return finishInterrupted(context, context.broken);
      throw last;
    }
    if (wait) await pause(context, wait);
    if (context.clientGone) return leftByClient(context);
    const key = await admit(context, channel, preferred, services);
    if (typeof key === 'number') {
      // The channel is full: it is skipped without using up a retry.
      (context.full ??= []).push(channel.id);
      routes.drop(channel.id);
      shortestWait = Math.min(shortestWait, key);
      left++;
      continue;
    }
    if (context.channelsTried.length === 0) context.channelsTried = [channel.id];
    else context.channelsTried.push(channel.id);
    keyAsked(context, channel, key, services.keyCircuits);
    limitTimes(context, channel, left > 0 && routes.others, services);
    context.mayContinue = left > 0 && routes.retries && routes.others && !context.exchange.operation;
    try {
      await call(context, channel, key, services);
      if (context.problem instanceof UpstreamError) maskFailure(context.problem.failure, channel);
      conclude(context, channel, key, services);
      if (context.ending !== 'complete' && context.broken) keepLongest(context, context.broken);
      return;
    } catch (problem) {
      if (context.admitted) services.admission.leave(context.admitted, 0, 0);
      context.admitted = undefined;
      if (problem instanceof ApiError && isNotExpressible(context, problem)) {
        // Another channel's dialect may express the request. This channel was not called, so no retry is used up.
        unsupported ??= problem;
        context.channelsTried.pop();
        routes.drop(channel.id);
        routes.only(otherDialects(context, channel));
        left++;
        continue;
      }
      if (problem instanceof Interrupted) {
        const { broken } = problem;
        context.broken = { ...broken, ...firstEnd(context.broken) };
        record(context, channel, broken.problem, services);
        // An error of the request would occur on every channel.
        if (!mayBeFinished(broken, services)) return finishInterrupted(context, context.broken);
        // This stream had begun, so the time to the first content starts again.
        if (wholeMs > 0) context.deadlineAt = Date.now() + wholeMs;
        continue;
      }
      const passing =
        !askedAgain && left > 0 && routes.others && isPassing(context, channel, problem, services);
      const again = judge(context, channel, problem, services) && left > 0 && routes.retries;
      if (context.broken) {
        // Whatever stopped the other channel, the client gets the error of the first.
        if (again && routes.others && !context.clientGone) continue;
        return finishInterrupted(context, context.broken);
      }
      if (!again || context.committed) throw problem;
      if (context.clientGone) return leftByClient(context);
      if (problem instanceof UpstreamError) last = problem;
      // After a timeout or an oversized response, the channel is not retried for this request.
      if (last && isOnceOnly(last.failure)) routes.drop(channel.id);
      else if (passing) {
        // This repetition does not count as a retry: those are for other channels.
        sameAgain = channel;
        askedAgain = true;
        left++;
      }
    }
  }
}

/** Whether the request cannot be expressed in this channel's dialect. Nothing was sent to it then. */
function isNotExpressible({ committed, broken, exchange }: RelayContext, { code }: ApiError): boolean {
  if (committed || broken || exchange.serves) return false;
  return code === 'unsupported_parameter' || code === 'convert_request_failed';
}

/**
 * The remaining candidates for a request that the given channel cannot express: channels with the client's native
 * protocol; for operations, channels of another provider.
 */
function otherDialects(
  { exchange: { operation, protocol } }: RelayContext,
  channel: RoutableChannel,
): (other: RoutableChannel) => boolean {
  if (!operation) return (other) => providerOf(other)?.native[protocol.name] !== undefined;
  const { name } = providerOf(channel) ?? {};
  return (other) => providerOf(other)?.name !== name;
}

/** No channel could finish the response: it ends as it was interrupted and is charged for what was produced. */
function finishInterrupted(context: RelayContext, { ending, problem, outcome }: BrokenAnswer): void {
  context.ending = context.clientGone ? 'cut-by-client' : ending;
  context.problem = problem;
  context.outcome = outcome;
}

/** Charges the interrupted response if the channel that continued it stopped with less output. */
function keepLongest(context: RelayContext, { outcome }: BrokenAnswer): void {
  if (known(context.outcome).meter.tokens < outcome.meter.tokens) context.outcome = outcome;
}

/** However often a response is continued, its ending and error are those of the first interruption. */
function firstEnd(broken: BrokenAnswer | undefined): Partial<BrokenAnswer> {
  return broken ? { ending: broken.ending, problem: broken.problem } : {};
}

/** The client left between two attempts; the failed attempt's partial usage is not charged. */
function leftByClient(context: RelayContext): void {
  if (context.broken) return finishInterrupted(context, context.broken);
  context.outcome = undefined;
  context.ending = 'cut-by-client';
}

/** @param wait milliseconds until a full channel may have room again; Infinity when none was full */
function noneLeft(context: RelayContext, wait: number): ApiError {
  const { group, model, routes } = known(context.plan);
  if (wait === Infinity && routes.unfit)
    return new ApiError('convert_request_failed', { detail: 'not implemented' });
  if (wait === Infinity) return new ApiError('model_not_found', { group, model });
  return new ApiError('channels_full', {}, { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) });
}

/**
 * Admits the request to a channel with limits.
 * @returns the key to use, the preferred one while it has room; milliseconds to wait when the channel or all keys are full
 */
async function admit(
  context: RelayContext,
  channel: RoutableChannel,
  preferred: ChannelKey,
  services: AttemptServices,
): Promise<ChannelKey | number> {
  if (!channel.setting.limits && !channel.setting.keyLimits) return preferred;
  const { promptTokens } = known(context.plan);
  const tokens = promptTokens + (known(context.read).maxTokens ?? 0);
  const fullKeys: ChannelKey[] = [];
  let shortest = Infinity;
  for (
    let key: ChannelKey | undefined = preferred;
    key;
    key = keyFor(context, channel, services.keyCircuits, fullKeys)
  ) {
    const entered = await services.admission.enter(context.exchange.requestId, channel, key.index, tokens);
    if (!entered || 'scopes' in entered) {
      context.admitted = entered;
      return key;
    }
    if (!entered.ofKey) return entered.waitMs;
    fullKeys.push(key);
    shortest = Math.min(shortest, entered.waitMs);
  }
  return shortest;
}
