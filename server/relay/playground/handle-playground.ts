import { normalizeModelName } from '../../billing/prices/model-name.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { playgroundIdentity, type TokenOwner } from '../../tokens/token-identity.js';
import type { Exchange } from '../pipeline/context.js';
import { answerError } from '../pipeline/finish.js';
import { relay, type PipelineServices } from '../pipeline/relay.js';
import { readQuestion } from './playground-request.js';

/** Path under which the rest of the pipeline sees the request. */
const CHAT_PATH = '/v1/chat/completions';

/**
 * Serves a chat of a signed-in console user, charged to the user without a token. From here on it is handled like any other
 * chat.
 * @param playgroundUser owner of the session
 */
export async function play(
  exchange: Exchange,
  services: PipelineServices,
  playgroundUser: TokenOwner,
): Promise<void> {
  try {
    identify(exchange, services, playgroundUser);
  } catch (problem) {
    if (!(problem instanceof ApiError)) services.report(problem, exchange.requestId);
    return answerError(exchange, problem);
  }
  await relay(exchange, services);
}

/** @throws ApiError */
function identify(exchange: Exchange, services: PipelineServices, owner: TokenOwner): void {
  const own = owner.group || 'default';
  const asked = readQuestion(exchange.body);
  const group = asked.group || own;
  const token = playgroundIdentity(owner, group);
  if (group !== own && !services.settings.current.usableGroups.has(group))
    throw new ApiError('group_not_allowed');
  const { model } = asked;
  if (!services.channels.tiers(group, normalizeModelName(model))?.length)
    throw new ApiError('get_playground_channel_failed', { group, model });
  exchange.caller = { token, pinnedChannel: undefined };
  exchange.body = asked.body;
  exchange.path = CHAT_PATH;
}
