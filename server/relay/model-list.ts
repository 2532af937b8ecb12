import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.js';
import type { TokenIdentity } from '../tokens/token-identity.js';
import { checkToken, keyOf } from './pipeline/authenticate.js';
import { clientError } from './pipeline/client-error.js';
import { relayHeaders } from './pipeline/headers.js';
import { usingGroup } from './pipeline/plan.js';
import { protocols } from './protocols/registry.js';
import type { RelayHouse } from './relay-house.js';

/** OpenAI's `created` for models whose age is nobody's business here (spec/relay-and-billing.md D11). */
const CREATED_AT = 1626777600;

/** GET /v1/models: what this token can call, in the caller's protocol. */
export async function listModels(
  house: RelayHouse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await answer(house, request, reply, (models) => {
    if (!isAnthropic(request)) return { success: true, object: 'list', data: models.map(openaiEntry) };
    const data = models.map(anthropicEntry);
    return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  });
}

/** GET /v1/models/:model: one entry of the same list, 404 for anything else. */
export async function showModel(
  house: RelayHouse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { model } = request.params as { model: string };
  await answer(house, request, reply, (models) => {
    if (!models.includes(model)) return undefined;
    return isAnthropic(request) ? anthropicEntry(model) : openaiEntry(model);
  });
}

async function answer(
  house: RelayHouse,
  request: FastifyRequest,
  reply: FastifyReply,
  render: (models: string[]) => object | undefined,
): Promise<void> {
  const { model } = request.params as { model?: string };
  try {
    const token = await identify(house, request);
    const body = render(callable(house, token));
    if (body) return void (await reply.headers(relayHeaders(request.id)).send(body));
    await reply
      .code(404)
      .headers(relayHeaders(request.id))
      .send(unknownModel(request, model ?? ''));
  } catch (problem) {
    if (!(problem instanceof Refusal)) house.report(problem, request.id);
    const error = clientError(problem, request.id);
    const protocol = isAnthropic(request) ? protocols['anthropic-messages'] : protocols['openai-chat'];
    await reply.code(error.status).headers(relayHeaders(request.id)).send(protocol.error(error));
  }
}

async function identify(house: RelayHouse, request: FastifyRequest): Promise<TokenIdentity> {
  const given = keyOf(request.headers, request.url);
  if (!given) throw new Refusal('no_token');
  const token = await house.tokens.find(given.replace(/^sk-/, '').split('-')[0] ?? '');
  if (!token) throw new Refusal('unknown_token');
  checkToken(token, Math.floor(Date.now() / 1000));
  return token;
}

/** The enabled models of the using group, within the token's limits; sorted. */
function callable(house: RelayHouse, token: TokenIdentity): string[] {
  const models = house.channels.models(usingGroup(token, house.settings.current));
  return token.modelLimits ? models.filter((name) => token.modelLimits?.has(name)) : models;
}

function isAnthropic(request: FastifyRequest): boolean {
  return Boolean(request.headers['x-api-key'] && request.headers['anthropic-version']);
}

function openaiEntry(id: string) {
  return {
    id,
    object: 'model',
    created: CREATED_AT,
    owned_by: 'custom',
    permission: [PERMISSION],
    root: id,
    parent: null,
  };
}

function anthropicEntry(id: string) {
  return { type: 'model', id, display_name: id, created_at: new Date(CREATED_AT * 1000).toISOString() };
}

function unknownModel(request: FastifyRequest, model: string): object {
  const message = `The model '${model}' does not exist`;
  if (isAnthropic(request)) return { type: 'error', error: { type: 'not_found_error', message } };
  return { error: { message, type: 'invalid_request_error', param: 'model', code: 'model_not_found' } };
}

const PERMISSION = {
  id: 'modelperm-tollgate',
  object: 'model_permission',
  created: CREATED_AT,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
};
