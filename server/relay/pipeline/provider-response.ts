import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { StoredResponseAction } from '../../dialects/providers/provider.js';
import { showStored } from '../stored/serve-stored.js';
import { ask } from '../upstream/request.js';
import { authenticate } from './authenticate.js';
import { targetFor } from './call.js';
import { providerOf } from './channel-provider.js';
import { known, RelayContext, type Exchange } from './context.js';
import { answerError } from './finish.js';
import { jsonHeaders } from './headers.js';
import { maskFailure } from './mask-secrets.js';
import { checkAddress } from './plan.js';
import type { PipelineServices } from './relay.js';

/** A placeholder: these routes call no model. */
const NO_QUESTION = { model: '', stream: false, maxTokens: undefined, includeUsage: false };

/**
 * Shows, lists the input of, cancels or deletes a stored response, at its provider or in the gateway. Free, and only for
 * its owner.
 * @param id as sent by the client
 */
export async function keptAnswer(
  exchange: Exchange,
  services: PipelineServices,
  id: string,
  action: StoredResponseAction,
): Promise<void> {
  const context = new RelayContext(exchange);
  try {
    await authenticate(context, services.tokens);
    context.read = NO_QUESTION;
    const { token } = known(context.caller);
    if (token.allowIps) checkAddress(token.allowIps, exchange.clientIp());
    const body = await askKeeper(context, services, id, action);
    if (context.clientGone) return;
    exchange.response.writeHead(200, jsonHeaders(exchange.requestId, body.length));
    exchange.response.end(body);
  } catch (problem) {
    if (!(problem instanceof ApiError) && !(problem instanceof UpstreamError))
      services.report(problem, exchange.requestId);
    if (!context.clientGone) answerError(exchange, problem);
  }
}

/** @throws ApiError response_not_found, UpstreamError */
async function askKeeper(
  context: RelayContext,
  services: PipelineServices,
  id: string,
  action: StoredResponseAction,
): Promise<Buffer> {
  const { protocol, path } = context.exchange;
  const place = await services.kept.find(id);
  if (!place) {
    const shown = await showStored(services.stored, known(context.caller).token.user.id, id, action, path);
    return Buffer.from(JSON.stringify(shown));
  }
  const channel =
    place?.userId === known(context.caller).token.user.id
      ? services.channels.get(place.channelId)
      : undefined;
  const key = channel?.keys.find(({ index }) => index === place?.keyIndex);
  const provider = channel && providerOf(channel);
  const storedResponse = provider?.native[protocol.name]?.storedResponse;
  if (!channel?.enabled || !key || !storedResponse) throw new ApiError('response_not_found', { id });
  const target = { ...targetFor(context, channel, '', services.settings.current), key: key.key };
  const reply = await ask(services.upstream, storedResponse(id, action, target), channel.setting.proxy);
  if (reply.status < 200 || reply.status > 299) {
    const failure = provider.readError(reply.status, reply.headers, reply.text);
    maskFailure(failure, channel);
    throw new UpstreamError(failure);
  }
  return Buffer.from(reply.text);
}
