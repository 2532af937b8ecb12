import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import type { StoredResponseAction } from '../../../dialects/kit/provider.js';
import { showStored } from '../../stored/serve-stored.js';
import { ask } from '../../upstream/request.js';
import { providerOf } from '../attempt/channel-provider.js';
import { jsonHeaders } from '../client/headers.js';
import { masked } from '../attempt/mask-secrets.js';
import { reject } from '../reject.js';
import type { PipelineServices } from '../services.js';
import type { Authenticated } from '../stages.js';
import { forwardedHeaders, targetFor } from '../attempt/target.js';

/**
 * Shows, lists the input of, cancels or deletes a stored response, at its provider or in the gateway. Free, and only for
 * its owner.
 * @param id as sent by the client
 */
export async function serveStoredResponse(
  authenticated: Authenticated,
  services: PipelineServices,
  id: string,
  action: StoredResponseAction,
): Promise<void> {
  const { scope, exchange } = authenticated;
  try {
    const body = await storedResponse(authenticated, services, id, action);
    if (scope.clientGone) return;
    exchange.response.writeHead(200, jsonHeaders(exchange.requestId, body.length));
    exchange.response.end(body);
  } catch (problem) {
    reject(scope, authenticated, problem, services);
  }
}

/** @throws ApiError response_not_found, UpstreamError */
async function storedResponse(
  { exchange, caller }: Authenticated,
  services: PipelineServices,
  id: string,
  action: StoredResponseAction,
): Promise<Buffer> {
  const userId = caller.token.user.id;
  const location = await services.providerResponses.find(id);
  if (!location) {
    const shown = await showStored(services.storedResponses, userId, id, action, exchange.path);
    return Buffer.from(JSON.stringify(shown));
  }
  const channel = location.userId === userId ? services.channels.get(location.channelId) : undefined;
  const key = channel?.keys.find(({ index }) => index === location.keyIndex);
  const provider = channel && providerOf(channel);
  const call = provider?.native[exchange.protocol.name]?.storedResponse;
  if (!channel?.enabled || !key || !call) throw new ApiError('response_not_found', { id });
  if (services.channels.isDrained(channel.id)) throw new ApiError('pinned_channel_drained');
  // These calls name no model.
  const choice = {
    key: key.key,
    model: '',
    requestedModel: '',
    path: exchange.path,
    headers: forwardedHeaders(exchange.request),
  };
  const target = targetFor(channel, choice, services.settings.current);
  const reply = await ask(services.upstream, call(id, action, target), channel.setting.proxy);
  if (reply.status < 200 || reply.status > 299) {
    const failure = provider.readError(reply.status, reply.headers, reply.text);
    throw new UpstreamError(masked(failure, channel));
  }
  return Buffer.from(reply.text);
}
