import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { ChannelKey } from '../../channels/channel-keys.js';
import { operatorText, UpstreamError, type UpstreamFailure } from '../../dialects/canonical/failure.js';
import { isKeyTrouble, keyName } from '../routing/keys.js';
import type { AttemptServices } from './attempt-services.js';
import { known, type FailedAttempt, type RelayContext } from './context.js';
import type { Ending } from './endings.js';
import { mappedStatus, mayRetry, mustDisable } from './channel-health.js';
import { maskFailure } from './mask-secrets.js';
import { invalidResponse } from './invalid-response.js';

/** Endings that count as a failure of the channel although the client received part of the response. */
const BROKEN_ENDINGS = new Set<Ending | undefined>([
  'cut-by-upstream',
  'stalled',
  'malformed',
  'upstream-error',
]);

/** Reports to the channel's circuit how a response that had begun ended. */
export function conclude(
  context: RelayContext,
  channel: RoutableChannel,
  key: ChannelKey,
  services: AttemptServices,
): void {
  const { ending, problem, outcome } = context;
  const model = outcome?.upstreamModel ?? '';
  if (ending === 'complete') succeeded(channel, model, key, services);
  else if (BROKEN_ENDINGS.has(ending))
    failed(channel, model, key, problem instanceof UpstreamError ? problem.failure : CUT, services);
}

/** Records an interrupted response as a failed attempt of its channel. */
export function record(
  context: RelayContext,
  channel: RoutableChannel,
  problem: unknown,
  services: AttemptServices,
): void {
  const failure = problem instanceof UpstreamError ? problem.failure : CUT;
  maskFailure(failure, channel);
  context.failures.push(failedAttempt(channel, failure));
  const { key, upstreamModel } = known(context.outcome);
  failed(channel, upstreamModel, key, failure, services);
}

function failedAttempt({ id }: RoutableChannel, { status, code, detail }: UpstreamFailure): FailedAttempt {
  return { channelId: id, status, code, ...(detail !== undefined && { detail }) };
}

/** The failure of a stream that stopped without an error. */
const { failure: CUT } = invalidResponse('the stream broke off', 'stream_response_error');

function succeeded(
  channel: RoutableChannel,
  model: string,
  { index }: ChannelKey,
  services: AttemptServices,
): void {
  services.circuits.succeeded(channel, model);
  if (channel.keys.length > 1) services.keyCircuits.succeeded(keyName(channel.id, index));
}

/** A failure of one key counts for the channel only when the circuits of all its keys are open. */
function failed(
  channel: RoutableChannel,
  model: string,
  { index }: ChannelKey,
  failure: UpstreamFailure,
  { circuits, keyCircuits }: AttemptServices,
): void {
  const { id, keys } = channel;
  if (keys.length > 1 && isKeyTrouble(failure)) {
    keyCircuits.failed(keyName(id, index), failure);
    if (keys.some((key) => keyCircuits.closed(keyName(id, key.index)))) return;
  }
  circuits.failed(channel, model, failure);
}

/** Records a failed attempt, disables a broken channel or key, and returns whether another channel may be tried. */
export function judge(
  context: RelayContext,
  channel: RoutableChannel,
  problem: unknown,
  services: AttemptServices,
): boolean {
  if (!(problem instanceof UpstreamError)) return false;
  const { failure } = problem;
  const status = mappedStatus(failure.status, channel.statusCodeMapping);
  // Keywords are matched against the provider's original text; everything that is stored or shown is masked.
  const disables = isDisabling(context, channel, failure, services);
  maskFailure(failure, channel);
  context.failures.push(failedAttempt(channel, failure));
  const { key, upstreamModel } = known(context.outcome);
  failed(channel, upstreamModel, key, failure, services);
  if (disables) setAside(context, channel, failure, services);
  const retry = mayRetry(failure, status, services.settings.current);
  failure.status = status;
  return retry;
}

function isDisabling(
  context: RelayContext,
  channel: RoutableChannel,
  failure: UpstreamFailure,
  { settings: { current: settings } }: AttemptServices,
): boolean {
  return settings.autoDisable && channel.autoBan && mustDisable(failure, settings, context.exchange.body);
}

function setAside(
  context: RelayContext,
  channel: RoutableChannel,
  failure: UpstreamFailure,
  services: AttemptServices,
): void {
  const { key } = known(context.outcome);
  if (channel.keys.length > 1) services.disableKey(channel.id, key.index, operatorText(failure));
  else services.disable(channel.id, operatorText(failure));
}
