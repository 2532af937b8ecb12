import { ApiError } from '../../../contract/errors/api-error.js';
import { inputTotal, outputTotal } from '../../../dialects/canonical/usage.js';
import {
  expandRequest,
  inputOf,
  openCompactions,
  referredResponses,
  withoutThoughts,
} from '../../stored/expand-request.js';
import type { Answer } from '../attempt/attempt-result.js';
import { chargedUsage } from '../settle/charged-usage.js';
import { NO_PREVIOUS_RESPONSE, type PreviousResponse } from './previous-response.js';
import type { PipelineServices } from '../services.js';
import type { ParsedRequest, Reserved } from '../stages.js';

type StorageServices = Pick<
  PipelineServices,
  'providerResponses' | 'storedResponses' | 'compactions' | 'settings' | 'report' | 'thoughts'
>;

/** Whether the request refers to an earlier response, to items of one, or to a compaction. */
export function refersToStoredResponse({ params }: ParsedRequest): boolean {
  return (
    params.continues !== undefined || params.refersToItems === true || params.mayHoldCompactions === true
  );
}

/**
 * Resolves the earlier response a request continues from. If a provider stores it, only that channel may serve the
 * request, and only for the owner. If the gateway stores it, the conversation is inserted into the request, which may then
 * go to any channel. Ids that this gateway did not return count as not found, because they may belong to another customer
 * of the same upstream account. Requests that pin a channel leave the check to its upstream.
 * Compactions of the gateway are replaced by the summaries they hold.
 * @throws ApiError 404 for another user's response, 400 for another user's compaction, 503 when Redis is unavailable
 */
export async function resolveStoredResponse(
  request: ParsedRequest,
  services: StorageServices,
): Promise<ParsedRequest> {
  const { caller, params, body } = request;
  const { continues } = params;
  const userId = caller.token.user.id;
  const expands = services.settings.current.storeTranslated;
  const references = expands && params.refersToItems ? referredResponses(body) : [];
  const ids = expands && continues !== undefined ? [continues, ...references] : references;
  const [storedAt, stored] = await Promise.all([
    continues === undefined ? undefined : services.providerResponses.find(continues),
    services.storedResponses.find(userId, ids),
  ]);
  const continued = continues === undefined ? undefined : stored.get(continues);
  const isExpanded = continued !== undefined || (stored.size > 0 && !storedAt);
  const previous: PreviousResponse = { ...NO_PREVIOUS_RESPONSE, isExpanded };
  const expanded = isExpanded ? expandRequest(body, continued, stored) : body;
  const opened = params.mayHoldCompactions
    ? openCompactions(expanded, (content) => services.compactions.open(userId, content))
    : expanded;
  const resolved = withBody({ ...request, previous }, opened);
  if (continues === undefined) return resolved;
  if (continued) return { ...resolved, previous: { ...previous, continuedId: continues } };
  if (storedAt) {
    if (storedAt.userId !== userId) throw new ApiError('response_not_found', { id: continues });
    return { ...resolved, previous: { ...previous, storedAt } };
  }
  if (caller.pinnedChannel !== undefined) return resolved;
  return { ...resolved, previous: { ...previous, unknownResponseId: continues } };
}

/** The request with another body. Operations read theirs again, since it decides what is held for them. */
function withBody(request: ParsedRequest, resolved: Buffer): ParsedRequest {
  const { operation, exchange, previous } = request;
  if (!operation || !exchange.operation || resolved === request.body) return { ...request, body: resolved };
  const body = previous.isExpanded ? withoutThoughts(resolved) : resolved;
  const { contentType } = operation;
  const read = exchange.operation.read({ body, contentType, path: exchange.path });
  return { ...request, body, params: read, operation: read };
}

/** Stores a complete translated response. A failure is reported, and later requests then do not find the response. */
export async function storeResponse(
  request: Reserved,
  { ending, outcome, storedResponse }: Answer,
  services: StorageServices,
): Promise<void> {
  if (!storedResponse || outcome?.storedAs === undefined || ending !== 'complete') return;
  const { exchange, caller, body } = request;
  try {
    const response = storedResponse(chargedUsage(request, ending, outcome).usage);
    await services.storedResponses.store(caller.token.user.id, outcome.storedAs, inputOf(body), response);
  } catch (problem) {
    services.report(problem, exchange.requestId);
  }
}

/**
 * Stores the reasoning behind the tool calls of a complete response. A failure is reported, and later requests then do not
 * find the reasoning.
 */
export async function storeThoughts(
  { exchange, caller }: Reserved,
  { ending, outcome }: Answer,
  services: StorageServices,
): Promise<void> {
  const { thoughts, conversation } = outcome ?? {};
  if (!thoughts || conversation === undefined || ending !== 'complete') return;
  try {
    await services.thoughts.store(caller.token.user.id, conversation, thoughts.calls());
  } catch (problem) {
    services.report(problem, exchange.requestId);
  }
}

/** Records where a provider stores a response, once it is complete. */
export function rememberProviderResponse(
  { exchange, caller, params }: Reserved,
  { ending, outcome }: Answer,
  { providerResponses }: StorageServices,
): void {
  if (!params.isStored || !outcome?.answerId || ending !== 'complete') return;
  const location = {
    id: outcome.answerId,
    userId: caller.token.user.id,
    channelId: outcome.channelId,
    keyIndex: outcome.key.index,
    ...(outcome.usage && { tokens: inputTotal(outcome.usage) + outputTotal(outcome.usage) }),
  };
  providerResponses.keep(location, exchange.requestId);
}
