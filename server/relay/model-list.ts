import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../contract/errors/api-error.js';
import type { TokenScope } from '../contract/token-scopes.js';
import type { TokenIdentity } from '../tokens/token-identity.js';
import { arrivalOf } from './http/before-body.js';
import { identify, keyOf, queryKey } from './pipeline/authenticate.js';
import { modelFormat, type ModelFormat } from './model-format.js';
import { clientError } from './pipeline/client/client-error.js';
import { relayHeaders } from './pipeline/client/headers.js';
import { usingGroup } from './pipeline/plan/effective-group.js';
import { protocols } from '../dialects/protocols/registry.js';
import type { RelayServices } from './relay-services.js';

/** GET /v1/models: the models that this token can call, in the format of the caller's protocol. */
export async function listModels(
  services: RelayServices,
  scope: TokenScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await answer(services, scope, request, reply, ({ list }, models) => list(models));
}

/** GET /v1/models/*: one entry of the same list, 404 for any other name. */
export async function showModel(
  services: RelayServices,
  scope: TokenScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { '*': model } = request.params as { '*': string };
  await answer(services, scope, request, reply, ({ entry, unknown }, models) => {
    if (models.includes(model)) return entry(model);
    void reply.code(404);
    return unknown(model);
  });
}

async function answer(
  services: RelayServices,
  scope: TokenScope,
  request: FastifyRequest,
  reply: FastifyReply,
  render: (words: ModelFormat, models: string[]) => object,
): Promise<void> {
  const protocol = callersProtocol(request);
  try {
    const token = await tokenOf(services, scope, request);
    const body = render(modelFormat[protocol], callable(services, token));
    await reply.headers(relayHeaders(request.id)).send(body);
  } catch (problem) {
    if (!(problem instanceof ApiError)) services.report(problem, request.id);
    const error = clientError(
      problem,
      request.id,
      protocols[protocol],
      request.headers['accept-language'],
      services.settings.current.errorForm,
    );
    await reply.code(error.status).headers(relayHeaders(request.id)).send(protocols[protocol].error(error));
  }
}

/**
 * By path, else by the version header that Anthropic's clients always send (with keys of either kind), else by the way the
 * key is sent.
 */
function callersProtocol({ url, headers }: FastifyRequest): keyof typeof modelFormat {
  if (url.startsWith('/v1beta/')) return url.startsWith('/v1beta/openai/') ? 'openai-chat' : 'gemini';
  if (headers['anthropic-version']) return 'anthropic-messages';
  return headers['x-goog-api-key'] || (!headers.authorization && queryKey(url)) ? 'gemini' : 'openai-chat';
}

async function tokenOf(
  services: RelayServices,
  scope: TokenScope,
  request: FastifyRequest,
): Promise<TokenIdentity> {
  const presentedKey = keyOf(request.headers, request.url);
  // A pinned channel does not change the list.
  const caller = identify(presentedKey, arrivalOf(request, scope), services.tokens, { pins: false });
  return (await caller).token;
}

/** The enabled models of the token's group, or of all groups of an automatic choice, within its model limits; sorted. */
function callable(services: RelayServices, token: TokenIdentity): string[] {
  const groups = [usingGroup(token, services.settings.current)].flat();
  const models = [...new Set(groups.flatMap((group) => services.channels.models(group)))].sort();
  return token.modelLimits ? models.filter((name) => token.modelLimits?.has(name)) : models;
}
