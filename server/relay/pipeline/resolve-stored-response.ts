import { ApiError } from '../../contract/errors/api-error.js';
import type { ProviderResponses } from '../routing/provider-responses.js';
import { chargedUsage } from './charged-usage.js';
import { known, type RelayContext } from './context.js';
import { expandRequest, inputOf, referredResponses } from '../stored/expand-request.js';
import type { PipelineServices } from './relay.js';

type FollowUpServices = Pick<PipelineServices, 'kept' | 'stored' | 'settings' | 'report'>;

/** Whether the request refers to an earlier response, or to items of one. */
export function isFollowUp({ read }: RelayContext): boolean {
  return read !== undefined && (read.continues !== undefined || read.refersToItems === true);
}

/**
 * Resolves the earlier response a request continues from. If a provider stores it, only that channel may serve the
 * request, and only for the owner. If the gateway stores it, the conversation is inserted into the request, which may then
 * go to any channel. Ids that this gateway did not return count as not found, because they may belong to another customer
 * of the same upstream account. Requests that pin a channel leave the check to its upstream.
 * @throws ApiError 404 for another user's response, 503 when Redis is unavailable
 */
export async function follow(context: RelayContext, services: FollowUpServices): Promise<void> {
  const read = known(context.read);
  const { continues } = read;
  const { caller, exchange } = context;
  const userId = known(caller).token.user.id;
  // Operations pass bytes through; only conversations can be expanded.
  const expands = services.settings.current.storeTranslated && !exchange.operation;
  const references = expands && read.refersToItems ? referredResponses(exchange.body) : [];
  const ids = expands && continues !== undefined ? [continues, ...references] : references;
  const [place, stored] = await Promise.all([
    continues === undefined ? undefined : services.kept.find(continues),
    services.stored.find(userId, ids),
  ]);
  const previous = continues === undefined ? undefined : stored.get(continues);
  if (previous || (stored.size > 0 && !place)) {
    exchange.body = expandRequest(exchange.body, previous, stored);
    context.isExpanded = true;
  }
  if (continues === undefined) return;
  if (previous) {
    context.continued = continues;
    delete read.continues;
    return;
  }
  if (!place) {
    if (known(caller).pinnedChannel === undefined) context.lost = continues;
    return;
  }
  if (place.userId !== userId) throw new ApiError('response_not_found', { id: continues });
  context.kept = place;
}

/** Stores a complete translated response. A failure is reported, and later requests then do not find the response. */
export async function storeAnswer(context: RelayContext, services: FollowUpServices): Promise<void> {
  const { stored, storedAs, ending, exchange, caller } = context;
  if (!stored || storedAs === undefined || ending !== 'complete') return;
  try {
    const response = stored(chargedUsage(context).usage);
    await services.stored.store(known(caller).token.user.id, storedAs, inputOf(exchange.body), response);
  } catch (problem) {
    services.report(problem, exchange.requestId);
  }
}

/** Records where a provider stores a response, once it is complete. */
export function remember(context: RelayContext, kept: ProviderResponses): void {
  const { read, outcome, caller, ending } = context;
  if (!read?.isKept || !outcome?.answerId || ending !== 'complete') return;
  const place = {
    id: outcome.answerId,
    userId: known(caller).token.user.id,
    channelId: outcome.channelId,
    keyIndex: outcome.key.index,
  };
  kept.keep(place, context.exchange.requestId);
}
