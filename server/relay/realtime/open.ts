import type { WebSocket } from 'ws';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { Provider, RealtimeCodec } from '../../dialects/kit/provider.js';
import { providerFor } from '../../dialects/providers/registry.js';
import { CLIENT_GONE, failed, type Attempt, type ChannelCall } from '../pipeline/attempt/attempt-result.js';
import type { AttemptServices } from '../pipeline/attempt/attempt-services.js';
import { mapModel } from '../pipeline/attempt/model-mapping.js';
import { freshOutcome, type Outcome } from '../pipeline/answer/outcome.js';
import { attemptTarget } from '../pipeline/attempt/target.js';
import { networkFailure } from '../upstream/network-failure.js';
import { HandshakeRefused, type UpstreamSockets } from '../upstream/sockets.js';
import { RealtimeEvent } from './events.js';
import { Pump } from './pump.js';

/** Milliseconds to wait for the provider's first event; a provider that sends none within this time is accepted as well. */
const FIRST_EVENT_MS = 3000;

/** The provider's side of a session. */
export interface OpenUpstream {
  readonly channel: RoutableChannel;
  /** Of the attempt that opened the session; the outcomes of its responses begin with it. */
  readonly outcome: Outcome;
  readonly socket: WebSocket;
  readonly codec: RealtimeCodec;
  /** Messages from the provider, queued until the session starts. */
  readonly messages: Pump;
}

/**
 * Returns the function with which `attempt` opens a session on one channel.
 * @param offered subprotocols of the client
 */
export function opener(sockets: UpstreamSockets, offered: readonly string[]): ChannelCall<OpenUpstream> {
  return async (attempt, services) => {
    const { request, channel, key, admitted } = attempt;
    const provider = providerFor(channel.type, channel.setting.upstream);
    if (!provider?.realtime)
      return failed(
        new ApiError('convert_request_failed', {
          detail: `channel type ${channel.type} cannot serve this route`,
        }),
      );
    const requested = request.params.model;
    let outcome: Outcome | undefined;
    try {
      const upstreamModel = mapModel(channel.modelMapping, requested);
      outcome = freshOutcome(channel.id, key, requested, upstreamModel, provider);
      const opened = await open(attempt, provider.realtime, { sockets, offered, upstreamModel }, services);
      return { kind: 'answered', answer: { channel, outcome, ...opened }, admitted };
    } catch (problem) {
      // The client left and the gateway aborted; this is not a failure of the channel.
      if (request.scope.clientGone) return CLIENT_GONE;
      return failed(problem instanceof HandshakeRefused ? errorOf(provider, problem) : problem, outcome);
    } finally {
      request.scope.whenClientLeaves(undefined);
    }
  };
}

type OpenSocket = Pick<OpenUpstream, 'socket' | 'codec' | 'messages'>;

interface Opening {
  readonly sockets: UpstreamSockets;
  readonly offered: readonly string[];
  readonly upstreamModel: string;
}

/** @throws HandshakeRefused, UpstreamError */
async function open(
  { request, channel, key }: Attempt,
  codec: RealtimeCodec,
  { sockets, offered, upstreamModel }: Opening,
  { settings }: AttemptServices,
): Promise<OpenSocket> {
  const target = attemptTarget(request, channel, key.key, upstreamModel, settings.current);
  const session = codec.open(target, offered);
  const { scope } = request;
  const opening = sockets.open(
    scope.trace?.calling(session, upstreamModel) ?? session,
    channel.setting.proxy,
  );
  scope.whenClientLeaves(() => opening.abort());
  return begun(await opening.opened, codec);
}

/**
 * Providers may complete the handshake and reject the session in their first event; until then another channel can be tried.
 */
async function begun(socket: WebSocket, codec: RealtimeCodec): Promise<OpenSocket> {
  const messages = new Pump(socket);
  const first = await messages.first(FIRST_EVENT_MS);
  if (first && RealtimeEvent.of(first)?.type === 'error') {
    socket.terminate();
    throw new UpstreamError(codec.refusal(first.toString()));
  }
  if (!first && socket.readyState !== socket.OPEN) throw networkFailure(new Error('closed'));
  return { socket, codec, messages };
}

/** Statuses below 400 are not valid handshake responses either and count as 502. */
function errorOf(provider: Provider, { status, headers, body }: HandshakeRefused): UpstreamError {
  return new UpstreamError(provider.readError(status >= 400 ? status : 502, headers, body));
}
