import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import { estimatePrompt } from '../../../dialects/canonical/estimate.js';
import type { CountingLimit } from '../../routing/counting-limit.js';
import { ask } from '../../upstream/request.js';
import { providerOfModel } from '../attempt/channel-provider.js';
import { jsonHeaders } from '../client/headers.js';
import { mapModel } from '../attempt/model-mapping.js';
import { parseRequest } from './parse-request.js';
import { plan } from './plan.js';
import { reject } from '../reject.js';
import type { PipelineServices } from '../services.js';
import { refersToStoredResponse, resolveStoredResponse } from './resolve-stored-response.js';
import type { Authenticated, ParsedRequest } from '../stages.js';
import { instructedBody } from './system-prompt.js';
import { forwardedHeaders, targetFor } from '../attempt/target.js';

type CountingServices = PipelineServices & { readonly counting: CountingLimit | undefined };

/**
 * Counts the input tokens of a request. Free: no hold, no row of a charge. Token, model and rate rules are those of a real
 * request. The provider counts where it can; otherwise the gateway estimates.
 */
export async function countTokens(authenticated: Authenticated, services: CountingServices): Promise<void> {
  const { scope, exchange } = authenticated;
  try {
    const tokens = await count(authenticated, services);
    if (scope.clientGone) return;
    const body = Buffer.from(JSON.stringify(exchange.protocol.tokenCount?.(tokens) ?? {}));
    exchange.response.writeHead(200, jsonHeaders(exchange.requestId, body.length));
    exchange.response.end(body);
  } catch (problem) {
    reject(scope, authenticated, problem, services);
  }
}

/** @throws ApiError as for a request that is relayed */
async function count(authenticated: Authenticated, services: CountingServices): Promise<number> {
  const { exchange, caller } = authenticated;
  await services.counting?.take(caller.token.user.id, exchange.body.length);
  const parsed = parseRequest(authenticated, services.settings.current);
  const request = refersToStoredResponse(parsed) ? await resolveStoredResponse(parsed, services) : parsed;
  const { channels, prices, settings, typicalUsage } = services;
  const circuits = { forModel: (model: string) => services.circuits.withoutProbe(model) };
  const { routes } = plan(request, { channels, prices, settings, typicalUsage, circuits }).plan;
  await applyRateLimit(authenticated, services);
  const channel = routes.next();
  const counted = channel && (await countedByProvider(request, channel, services));
  return counted ?? estimatePrompt(exchange.protocol.parse(request.body, exchange.path));
}

/** Applies the rate limit as for any other request; nothing is held or charged. */
async function applyRateLimit(
  { exchange, caller }: Authenticated,
  services: CountingServices,
): Promise<void> {
  const limit = services.settings.current.rateLimit;
  if (!limit) return;
  const { token } = caller;
  const hold = await services.ledger.reserve({
    requestId: exchange.requestId,
    userId: token.user.id,
    tokenId: token.id,
    tokenUnlimited: true,
    amount: 0,
    limit,
  });
  await services.ledger.release(hold);
}

/** Undefined when the channel cannot count or its call failed: an estimate is better than an error. */
async function countedByProvider(
  { exchange, params, body }: ParsedRequest,
  channel: RoutableChannel,
  services: CountingServices,
): Promise<number | undefined> {
  const model = mapModel(channel.modelMapping, params.model);
  const provider = providerOfModel(channel, model);
  const query = provider?.countTokens;
  // Providers count only requests in their own format.
  if (!query || !provider?.native[exchange.protocol.name]) return undefined;
  const choice = {
    key: channel.keys[0]?.key ?? '',
    model,
    requestedModel: params.model,
    path: exchange.path,
    headers: forwardedHeaders(exchange.request),
  };
  const target = targetFor(channel, choice, services.settings.current);
  const instructed = instructedBody(exchange.protocol, channel, body)?.body ?? body;
  try {
    const call = query.request(target, { body: instructed });
    const reply = await ask(services.upstream, call, channel.setting.proxy);
    return query.read(reply.body);
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
