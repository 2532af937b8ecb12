import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { estimatePrompt } from '../../dialects/canonical/estimate.js';
import type { CountingLimit } from '../routing/counting-limit.js';
import { ask } from '../upstream/request.js';
import { authenticate } from './authenticate.js';
import { targetFor } from './call.js';
import { providerOf } from './channel-provider.js';
import { RelayContext, known, type Exchange } from './context.js';
import { jsonHeaders } from './headers.js';
import { mapModel } from './model-mapping.js';
import { plan } from './plan.js';
import type { PipelineServices } from './relay.js';
import { read } from './parse-request.js';
import { finish } from './finish.js';
import { follow, isFollowUp } from './resolve-stored-response.js';
import { instructedBody } from './system-prompt.js';

/**
 * Counts the input tokens of a request. Free: no hold, no log row. Token, model and rate rules are those of a real
 * request. The provider counts where it can; otherwise the gateway estimates.
 */
export async function countTokens(
  exchange: Exchange,
  services: PipelineServices & { readonly counting: CountingLimit | undefined },
): Promise<void> {
  const context = new RelayContext(exchange);
  try {
    await authenticate(context, services.tokens);
    await services.counting?.take(known(context.caller).token.user.id, exchange.body.length);
    read(context);
    if (isFollowUp(context)) await follow(context, services);
    plan(context, {
      channels: services.channels,
      prices: services.prices,
      settings: services.settings,
      circuits: { forModel: (model) => services.circuits.looking(model) },
      usual: services.usual,
    });
    await admit(context, services);
    const channel = known(context.plan).routes.next();
    const counted = channel && (await askVendor(context, channel, services));
    answer(context, counted ?? estimatePrompt(exchange.protocol.parse(exchange.body, exchange.path)));
  } catch (problem) {
    context.fail(problem);
    if (!(problem instanceof ApiError)) services.report(problem, exchange.requestId);
    finish(context, undefined);
  }
}

/** Applies the rate limit as for any other request; nothing is held or charged. */
async function admit(context: RelayContext, services: PipelineServices): Promise<void> {
  const limit = services.settings.current.rateLimit;
  if (!limit) return;
  const { token } = known(context.caller);
  const hold = await services.ledger.reserve({
    requestId: context.exchange.requestId,
    userId: token.user.id,
    tokenId: token.id,
    tokenUnlimited: true,
    amount: 0,
    limit,
  });
  await services.ledger.release(hold);
}

/** Undefined when the channel cannot count or its call failed: an estimate is better than an error. */
async function askVendor(
  context: RelayContext,
  channel: RoutableChannel,
  services: PipelineServices,
): Promise<number | undefined> {
  const provider = providerOf(channel);
  const query = provider?.countTokens;
  // Providers count only requests in their own format.
  if (!query || !provider?.native[context.exchange.protocol.name]) return undefined;
  const model = mapModel(channel.modelMapping, known(context.read).model);
  const target = targetFor(context, channel, model, services.settings.current);
  try {
    const { body } = await ask(
      services.upstream,
      query.request(target, { body: instructedBody(context, channel) }),
      channel.setting.proxy,
    );
    return query.read(body);
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

function answer({ exchange, clientGone }: RelayContext, tokens: number): void {
  if (clientGone) return;
  const body = Buffer.from(JSON.stringify(exchange.protocol.tokenCount?.(tokens) ?? {}));
  exchange.response.writeHead(200, jsonHeaders(exchange.requestId, body.length));
  exchange.response.end(body);
}
