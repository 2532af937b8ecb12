import type { WebSocket } from 'ws';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { freshOutcome, targetFor, type callChannel } from '../pipeline/call.js';
import { known } from '../pipeline/context.js';
import { mapModel } from '../pipeline/model-mapping.js';
import type { Provider, RealtimeCodec } from '../../dialects/providers/provider.js';
import { providerFor } from '../../dialects/providers/registry.js';
import { networkFailure } from '../upstream/client.js';
import { HandshakeRefused, type UpstreamSockets } from '../upstream/sockets.js';
import { RealtimeEvent } from './events.js';
import { Pump } from './pump.js';

/** Milliseconds to wait for the provider's first event; a provider that sends none within this time is accepted as well. */
const FIRST_WORD_MS = 3000;

/** The provider's side of a session. */
export interface OpenUpstream {
  readonly channel: RoutableChannel;
  readonly socket: WebSocket;
  readonly codec: RealtimeCodec;
  /** Messages from the provider, queued until the session starts. */
  readonly messages: Pump;
}

/** Returns the function with which `attempt` opens a session on one channel. `keep` receives the opened connection. */
export function opener(
  sockets: UpstreamSockets,
  offered: readonly string[],
  keep: (upstream: OpenUpstream) => void,
): typeof callChannel {
  return async (context, channel, key, services) => {
    const provider = providerFor(channel.type);
    if (!provider?.realtime)
      throw new ApiError('convert_request_failed', {
        detail: `channel type ${channel.type} cannot serve this route`,
      });
    const requested = known(context.read).model;
    const upstreamModel = mapModel(channel.modelMapping, requested);
    context.outcome = freshOutcome(channel.id, key, upstreamModel, requested, provider);
    const target = targetFor(context, channel, upstreamModel, services.settings.current);
    const opening = sockets.open(provider.realtime.open(target, offered), channel.setting.proxy);
    context.whenClientLeaves(() => opening.abort());
    try {
      keep({ channel, ...(await begun(await opening.opened, provider.realtime)) });
    } catch (problem) {
      // The client left and the gateway aborted; this is not a failure of the channel.
      if (context.clientGone) return;
      throw problem instanceof HandshakeRefused ? errorOf(provider, problem) : problem;
    } finally {
      context.whenClientLeaves(undefined);
    }
  };
}

/**
 * Providers may complete the handshake and reject the session in their first event; until then another channel can be tried.
 */
async function begun(socket: WebSocket, codec: RealtimeCodec): Promise<Omit<OpenUpstream, 'channel'>> {
  const messages = new Pump(socket);
  const first = await messages.first(FIRST_WORD_MS);
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
