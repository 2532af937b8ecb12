import type { WebSocket } from 'ws';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ApiError } from '../../core/api-error.js';
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

/** Milliseconds for the vendor's first word; one that says nothing by then is taken for a quiet one. */
const FIRST_WORD_MS = 3000;

/** The vendor's end of a session. */
export interface OpenUpstream {
  readonly channel: RoutableChannel;
  readonly socket: WebSocket;
  readonly codec: RealtimeCodec;
  /** What the vendor says, in line until the session starts. */
  readonly messages: Pump;
}

/** One try to open a session on one channel, as `attempt` calls it. `keep` gets the socket that was opened. */
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
      // We hung up ourselves: that says nothing about the channel.
      if (context.clientGone) return;
      throw problem instanceof HandshakeRefused ? errorOf(provider, problem) : problem;
    } finally {
      context.whenClientLeaves(undefined);
    }
  };
}

/** Vendors let everybody in and then say who may not stay: until they have said so, another channel can be asked. */
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

/** What is neither an upgrade nor an error is no answer to a handshake. */
function errorOf(provider: Provider, { status, headers, body }: HandshakeRefused): UpstreamError {
  return new UpstreamError(provider.readError(status >= 400 ? status : 502, headers, body));
}
