import { normalizeModelName } from '../../billing/prices/model-name.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { playgroundIdentity, type TokenOwner } from '../../tokens/token-identity.js';
import { isDefect } from '../pipeline/attempt/attempt-result.js';
import { answerError } from '../pipeline/client/finish.js';
import { relay } from '../pipeline/relay.js';
import type { PipelineServices } from '../pipeline/services.js';
import { RequestScope, type Exchange } from '../pipeline/request-scope.js';
import type { CompiledSettings } from '../pipeline/settings.js';
import type { Authenticated } from '../pipeline/stages.js';
import { readPlaygroundRequest } from './playground-request.js';

/**
 * Serves a request of a signed-in console user, charged to the user without a token. From here on it is handled like any
 * other request.
 * @param user owner of the session
 * @param path under which the rest of the pipeline sees the request
 */
export async function servePlayground(
  exchange: Exchange,
  services: PipelineServices,
  user: TokenOwner | undefined,
  path: string,
): Promise<void> {
  let request: Authenticated;
  try {
    request = authenticate(exchange, services, user, path);
  } catch (problem) {
    if (isDefect(problem)) services.report(problem, exchange.requestId);
    return answerError(exchange, problem);
  }
  await relay(request, services);
}

/** The request as one of this user's group. @throws ApiError */
function authenticate(
  exchange: Exchange,
  services: PipelineServices,
  user: TokenOwner | undefined,
  path: string,
): Authenticated {
  if (!user) throw new ApiError('not_signed_in');
  const { model, group: requestedGroup, body } = readPlaygroundRequest(exchange.body);
  const group = playgroundGroup(user, requestedGroup, services.settings.current);
  // Where all channels are drained, the error of the relay says so.
  if (!services.channels.tiers(group, normalizeModelName(model)))
    throw new ApiError('get_playground_channel_failed', { group, model });
  const relayed: Exchange = { ...exchange, body, path };
  const caller = { token: playgroundIdentity(user, group), pinnedChannel: undefined };
  return { scope: new RequestScope(relayed), exchange: relayed, caller };
}

/**
 * The group whose channels and prices a request of the playground uses.
 * @param requested '' = the user's own group
 * @throws ApiError 403 for groups that the user may not use
 */
export function playgroundGroup(
  user: TokenOwner,
  requested: string,
  { usableGroups }: Pick<CompiledSettings, 'usableGroups'>,
): string {
  const own = user.group || 'default';
  const group = requested || own;
  if (group !== own && !usableGroups.has(group)) throw new ApiError('group_not_allowed');
  return group;
}
