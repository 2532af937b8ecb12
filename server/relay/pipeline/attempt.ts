import type { RoutableChannel } from '../../channels/channel-directory.js';
import type { ChannelKey } from '../../channels/channel-keys.js';
import { Refusal } from '../../core/refusal.js';
import { UpstreamError, type UpstreamFailure } from '../hub/failure.js';
import { conversationSeed, uniform } from '../routing/conversation-seed.js';
import { pause, waitBefore } from '../routing/waits.js';
import type { AttemptHouse } from './attempt-house.js';
import { callChannel } from './call.js';
import { Interrupted, type BrokenAnswer } from './continuation.js';
import { known, type RelayContext } from './context.js';
import { mappedStatus, mayRetry, mustDisable } from './health.js';
import { unusable } from './unusable.js';

/**
 * Asks channel after channel until one answers or nothing more may be tried. The only loop of the relay
 * (design/house.md 4). On return `context.ending` says how the answer ended.
 * @throws the last failure when no channel gave an answer
 */
export async function attempt(
  context: RelayContext,
  house: AttemptHouse,
  call: typeof callChannel = callChannel,
): Promise<void> {
  const { routes } = known(context.plan);
  let last: UpstreamError | undefined;
  let shortestWait = Infinity;
  for (let left = house.settings.current.retryTimes; ; left--) {
    const channel = routes.next();
    if (!channel) {
      if (context.broken) return leaveBroken(context, context.broken);
      throw last ?? noneLeft(context, shortestWait);
    }
    const key = keyFor(context, channel);
    const wait = last ? waitBefore(last.failure, timesAsked(context, channel), routes.others) : 0;
    if (wait === undefined) {
      if (context.broken) return leaveBroken(context, context.broken);
      throw last;
    }
    if (wait > 0) await pause(context, wait);
    if (context.clientGone) return leftByClient(context);
    const full = await admit(context, channel, key, house);
    if (full !== undefined) {
      // Skipped without using up a retry.
      (context.full ??= []).push(channel.id);
      routes.drop(channel.id);
      shortestWait = Math.min(shortestWait, full);
      left++;
      continue;
    }
    context.channelsTried.push(channel.id);
    context.mayContinue = left > 0 && routes.retries && routes.others && !context.exchange.operation;
    context.firstTokenMs = left > 0 && routes.others ? house.firstTokenMs(channel) : undefined;
    try {
      await call(context, channel, key, house);
      if (context.ending === 'complete') house.circuits.succeeded(channel.id);
      else if (context.broken) keepLonger(context, context.broken);
      return;
    } catch (problem) {
      if (context.admitted) house.admission.leave(context.admitted, 0, 0);
      context.admitted = undefined;
      if (problem instanceof Interrupted) {
        context.broken = { ...problem.broken, ...firstEnd(context.broken) };
        record(context, channel, problem.broken.problem, house);
        continue;
      }
      const again = judge(context, channel, problem, house) && left > 0 && routes.retries;
      if (context.broken) {
        // Whatever stopped the other channel, the client hears what stopped the first.
        if (again && routes.others && !context.clientGone) continue;
        return leaveBroken(context, context.broken);
      }
      if (!again || context.committed) throw problem;
      if (context.clientGone) return leftByClient(context);
      if (problem instanceof UpstreamError) last = problem;
      // Silence costs every client its patience once, not twice.
      if (last?.failure.code === 'upstream_timeout') routes.drop(channel.id);
    }
  }
}

/** Nobody could finish the answer: it ends as it broke off, and costs what it came to. */
function leaveBroken(context: RelayContext, { ending, problem, outcome }: BrokenAnswer): void {
  context.ending = context.clientGone ? 'cut-by-client' : ending;
  context.problem = problem;
  context.outcome = outcome;
}

/** The channel that was to finish the answer was stopped before it had come as far as the first. */
function keepLonger(context: RelayContext, { outcome }: BrokenAnswer): void {
  if (known(context.outcome).meter.tokens < outcome.meter.tokens) context.outcome = outcome;
}

/** However often an answer is carried on, its end is that of the first. */
function firstEnd(broken: BrokenAnswer | undefined): Partial<BrokenAnswer> {
  return broken ? { ending: broken.ending, problem: broken.problem } : {};
}

/** Notes that an answer broke off on a channel. */
function record(
  context: RelayContext,
  channel: RoutableChannel,
  problem: unknown,
  house: AttemptHouse,
): void {
  const failure = problem instanceof UpstreamError ? problem.failure : CUT;
  context.failures.push({ channelId: channel.id, status: failure.status, code: failure.code });
  house.circuits.failed(channel.id, failure);
}

/** A stream that just stopped. */
const { failure: CUT } = unusable('the stream broke off', 'stream_response_error');

function leftByClient(context: RelayContext): void {
  context.ending = 'cut-by-client';
}

/** @param wait milliseconds until a full channel may have room again; Infinity when none was full */
function noneLeft(context: RelayContext, wait: number): Refusal {
  const { group, model, routes } = known(context.plan);
  if (wait === Infinity && routes.unfit)
    return new Refusal('convert_request_failed', { detail: 'not implemented' });
  if (wait === Infinity) return new Refusal('model_not_found', { group, model });
  return new Refusal('channels_full', {}, { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) });
}

function timesAsked(context: RelayContext, channel: RoutableChannel): number {
  const { channelsTried } = context;
  return channelsTried.length === 0 ? 0 : channelsTried.filter((id) => id === channel.id).length;
}

/** Of several keys, each conversation keeps its own while it is good. */
function keyFor(context: RelayContext, { keys, id }: RoutableChannel): ChannelKey {
  const [first] = keys;
  if (first === undefined) throw new Error(`channel ${id} has no key that may be used`);
  if (keys.length === 1) return first;
  const keeper = context.kept && keys.find(({ index }) => index === context.kept?.keyIndex);
  if (keeper) return keeper;
  const seed = conversationSeed(context.exchange.body, known(context.caller).token.user.id);
  return keys.reduce(
    (best, key) => (uniform(seed, key.index) > uniform(seed, best.index) ? key : best),
    first,
  );
}

/** Milliseconds to wait when the channel is full; undefined when the request was let in. */
async function admit(
  context: RelayContext,
  channel: RoutableChannel,
  key: ChannelKey,
  house: AttemptHouse,
): Promise<number | undefined> {
  if (!channel.setting.limits && !channel.setting.keyLimits) return undefined;
  const { promptTokens } = known(context.plan);
  const tokens = promptTokens + (known(context.read).maxTokens ?? 0);
  const entered = await house.admission.enter(context.exchange.requestId, channel, key.index, tokens);
  if (typeof entered === 'number') return entered;
  context.admitted = entered;
  return undefined;
}

/** Records a failed attempt, sets a broken channel or key aside, and says whether another may be asked. */
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
  house.circuits.failed(channel.id, failure);
  setAside(context, channel, failure, house);
  const retry = mayRetry(failure, status, house.settings.current);
  failure.status = status;
  return retry;
}

function setAside(
  context: RelayContext,
  channel: RoutableChannel,
  failure: UpstreamFailure,
  house: AttemptHouse,
): void {
  const { current: settings } = house.settings;
  if (!settings.autoDisable || !channel.autoBan || !mustDisable(failure, settings)) return;
  const { key } = known(context.outcome);
  if (channel.keys.length > 1) house.disableKey(channel.id, key.index, failure.message);
  else house.disable(channel.id, failure.message);
}
