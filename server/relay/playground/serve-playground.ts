import { normalizeModelName } from '../../billing/prices/model-name.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { playgroundIdentity, type TokenOwner } from '../../tokens/token-identity.js';
import { isDefect } from '../pipeline/attempt-result.js';
import { answerError } from '../pipeline/finish.js';
import { relay, type PipelineServices } from '../pipeline/relay.js';
import { RequestScope, type Exchange } from '../pipeline/request-scope.js';
import type { Authenticated } from '../pipeline/stages.js';
import { readPlaygroundRequest } from './playground-request.js';

/** Path under which the rest of the pipeline sees the request. */
const CHAT_PATH = '/v1/chat/completions';

/**
 * Serves a chat of a signed-in console user, charged to the user without a token. From here on it is handled like any other
 * chat.
 * @param user owner of the session
 */
export async function servePlayground(
  exchange: Exchange,
  services: PipelineServices,
  user: TokenOwner | undefined,
): Promise<void> {
  let request: Authenticated;
  try {
    request = authenticate(exchange, services, user);
  } catch (problem) {
    if (isDefect(problem)) services.report(problem, exchange.requestId);
    return answerError(exchange, problem);
  }
  await relay(request, services);
}

/** The chat as a request of this user's group. @throws ApiError */
function authenticate(
  exchange: Exchange,
  services: PipelineServices,
  user: TokenOwner | undefined,
): Authenticated {
  if (!user) throw new ApiError('not_signed_in');
  const own = user.group || 'default';
  const { model, group: requestedGroup, body } = readPlaygroundRequest(exchange.body);
  const group = requestedGroup || own;
  if (group !== own && !services.settings.current.usableGroups.has(group))
    throw new ApiError('group_not_allowed');
  if (!services.channels.tiers(group, normalizeModelName(model))?.length)
    throw new ApiError('get_playground_channel_failed', { group, model });
  const chat: Exchange = { ...exchange, body, path: CHAT_PATH };
  const caller = { token: playgroundIdentity(user, group), pinnedChannel: undefined };
  return { scope: new RequestScope(chat), exchange: chat, caller };
}
