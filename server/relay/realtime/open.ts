import type { WebSocket } from 'ws';
import { Refusal } from '../../core/refusal.js';
import { UpstreamError } from '../hub/failure.js';
import { freshOutcome, targetFor, type callChannel } from '../pipeline/call.js';
import { known } from '../pipeline/context.js';
import { mapModel } from '../pipeline/model-mapping.js';
import type { Provider, RealtimeCodec } from '../providers/provider.js';
import { providerFor } from '../providers/registry.js';
import { HandshakeRefused, type UpstreamSockets } from '../upstream/sockets.js';

/** The vendor's end of a session; its messages wait until it is resumed. */
export interface OpenUpstream {
  readonly socket: WebSocket;
  readonly codec: RealtimeCodec;
}

/** One try to open a session on one channel, as `attempt` calls it. `keep` gets the socket that was opened. */
export function opener(
  sockets: UpstreamSockets,
  offered: readonly string[],
  keep: (upstream: OpenUpstream) => void,
): typeof callChannel {
  return async (context, channel, key, house) => {
    const provider = providerFor(channel.type);
    if (!provider?.realtime)
      throw new Refusal('convert_request_failed', {
        detail: `channel type ${channel.type} cannot serve this route`,
      });
    const requested = known(context.read).model;
    const upstreamModel = mapModel(channel.modelMapping, requested);
    context.outcome = freshOutcome(channel.id, key, upstreamModel, requested, false);
    const target = targetFor(context, channel, upstreamModel, house.settings.current);
    const opening = sockets.open(provider.realtime.open(target, offered), channel.setting.proxy);
    context.whenClientLeaves(() => opening.abort());
    try {
      keep({ socket: await opening.opened, codec: provider.realtime });
    } catch (problem) {
      throw problem instanceof HandshakeRefused ? refusalOf(provider, problem) : problem;
    } finally {
      context.whenClientLeaves(undefined);
    }
  };
}

/** What is neither an upgrade nor an error is no answer to a handshake. */
function refusalOf(provider: Provider, { status, headers, body }: HandshakeRefused): UpstreamError {
  return new UpstreamError(provider.readError(status >= 400 ? status : 502, headers, body));
}
