import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isGoogle, pathOf } from '../../core/http/not-found.js';
import { clientAddress } from '../../core/http/proxies.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { scopeOfRoute, type TokenScope } from '../../contract/token-scopes.js';
import { keyFirst, sessionFirst, type BeforeBody } from './before-body.js';
import { formFirst } from './form-first.js';
import { listModels, showModel } from '../model-list.js';
import { clientError } from '../pipeline/client/client-error.js';
import { countTokens } from '../pipeline/plan/count-tokens.js';
import { relayHeaders } from '../pipeline/client/headers.js';
import { relay } from '../pipeline/relay.js';
import { recordFailure } from '../pipeline/failed-request.js';
import { RequestScope, type Exchange } from '../pipeline/request-scope.js';
import { serveStoredResponse } from '../pipeline/plan/serve-stored-response.js';
import type { Authenticated } from '../pipeline/stages.js';
import { batchEmbedContents, embedContent } from '../../dialects/operations/embed-content.js';
import { formFingerprint, type Form } from '../../dialects/operations/form.js';
import { imageGeneration } from '../../dialects/operations/image-generation.js';
import type { Operation } from '../../dialects/operations/operation.js';
import { predict } from '../../dialects/operations/predict.js';
import { operationRoutes } from '../../dialects/operations/registry.js';
import { servePlayground } from '../playground/serve-playground.js';
import type { PlaygroundUsers } from '../playground/playground-users.js';
import { readPath } from '../../dialects/protocols/gemini/path.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import { protocols } from '../../dialects/protocols/registry.js';
import { realtimeRoute } from '../realtime/route.js';
import type { RelayServices } from '../relay-services.js';
import { notBuilt, routeRules, unknownPath } from './route-rules.js';
import { serveExchange } from './serve-exchange.js';

/** Path → protocol. Every route listed here is billed and covered by the shared budget test. */
export const RELAYED: readonly { path: string; protocol: Protocol }[] = [
  { path: '/v1/chat/completions', protocol: protocols['openai-chat'] },
  { path: '/v1/completions', protocol: protocols['openai-completions'] },
  { path: '/v1/responses', protocol: protocols['openai-responses'] },
  { path: '/v1/messages', protocol: protocols['anthropic-messages'] },
];

/** Routes of the console's playground, authenticated by session; billed like every other route. */
export const PLAYGROUND_PATH = '/pg/chat/completions';
export const PLAYGROUND_IMAGES_PATH = '/pg/images/generations';

/** Google's API names model and action in the path: `/v1beta/models/{model}:{action}`. */
export const GOOGLE_PATHS = ['/v1beta/models/*', '/v1beta/tunedModels/*', '/v1/models/*'] as const;

/** Google serves OpenAI's API below this path too (https://ai.google.dev/gemini-api/docs/openai). */
const GOOGLE_OPENAI = '/v1beta/openai/';
/** Paths served below it as below `/v1/`; the model list is registered with the other lists. */
const BELOW_GOOGLE_OPENAI: ReadonlySet<string> = new Set([
  '/v1/chat/completions',
  '/v1/embeddings',
  '/v1/images/generations',
]);

/** Handler of each action; unlisted actions get 404. All actions but `countTokens` are billed. */
export const GOOGLE_ACTIONS: ReadonlyMap<string, { work: Work; operation?: Operation }> = new Map([
  ['generateContent', { work: relay }],
  ['streamGenerateContent', { work: relay }],
  ['countTokens', { work: countTokens }],
  ['embedContent', { work: relay, operation: embedContent }],
  ['batchEmbedContents', { work: relay, operation: batchEmbedContents }],
  ['predict', { work: relay, operation: predict }],
]);

/** Operations on stored responses. */
const STORED_RESPONSES = [
  ['GET', '/v1/responses/:id', 'retrieve'],
  ['DELETE', '/v1/responses/:id', 'delete'],
  ['GET', '/v1/responses/:id/input_items', 'list-input'],
  ['POST', '/v1/responses/:id/cancel', 'cancel'],
] as const;

const EMPTY = Buffer.alloc(0);

/**
 * Fastify scope of the relay routes. Bodies stay Buffers and responses are written to the raw socket, without Nest's router,
 * pipes and interceptors, for speed.
 */
export function relayRoutes(services: RelayServices, playgroundUsers: PlaygroundUsers): FastifyPluginAsync {
  return async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      // Fastify finds the most frequent type by its exact name without parsing the header.
      ['application/json', '*'],
      { parseAs: 'buffer', bodyLimit: services.bodyLimit },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => refuseEarly(services, error, request, reply));

    scope.decorateRequest('caller', undefined);
    scope.decorateRequest('playgroundUser', undefined);

    const relayed = (url: string, protocol: Protocol, work: Work, operation?: Operation) => {
      const handle = (request: FastifyRequest, reply: FastifyReply, form?: Form) =>
        serveWork(services, protocol, work, request, reply, operation, form);
      const paths = BELOW_GOOGLE_OPENAI.has(url) ? [url, url.replace('/v1/', GOOGLE_OPENAI)] : [url];
      for (const path of paths) {
        const tokenScope = scopeOfRoute('POST', path);
        const key = keyFirst(
          services,
          protocol,
          () => tokenScope,
          () => work === countTokens,
        );
        const onRequest = operation?.takesForms ? [key, formFirst(services, protocol, handle)] : key;
        scope.post(path, { onRequest }, (request, reply) => handle(request, reply));
      }
    };
    for (const { path, protocol } of RELAYED) relayed(path, protocol, relay);
    for (const { path, operation, protocol = 'openai-chat' } of operationRoutes)
      relayed(path, protocols[protocol], relay, operation);
    relayed('/v1/messages/count_tokens', protocols['anthropic-messages'], countTokens);
    relayed('/v1/responses/input_tokens', protocols['openai-responses'], countTokens);
    const { 'openai-chat': chat, 'openai-responses': responses, gemini } = protocols;
    const played = (url: string, relayedPath: string, operation?: Operation) =>
      scope.post(url, { onRequest: sessionFirst(services, chat, playgroundUsers) }, (request, reply) =>
        serve(
          services,
          chat,
          request,
          reply,
          (exchange) => servePlayground(exchange, services, request.playgroundUser, relayedPath),
          operation,
        ),
      );
    played(PLAYGROUND_PATH, '/v1/chat/completions');
    played(PLAYGROUND_IMAGES_PATH, '/v1/images/generations', imageGeneration);
    for (const [method, url, action] of STORED_RESPONSES) {
      const tokenScope = scopeOfRoute(method, url);
      scope.route<{ Params: { id: string } }>({
        method,
        url,
        onRequest: keyFirst(services, responses, () => tokenScope),
        handler: (request, reply) =>
          serve(services, responses, request, reply, (exchange) =>
            serveStoredResponse(authenticated(exchange, request), services, request.params.id, action),
          ),
      });
    }
    for (const path of GOOGLE_PATHS) {
      const key = keyFirst(services, gemini, scopeByAction(path), countsTokens);
      scope.post(path, { onRequest: [knownAction, key] }, (request, reply) =>
        serveGoogle(services, request, reply),
      );
    }
    for (const path of ['/v1/models', '/v1beta/models', '/v1beta/openai/models']) {
      const [ofList, ofEntry] = [scopeOfRoute('GET', path), scopeOfRoute('GET', `${path}/*`)];
      scope.get(path, (request, reply) => listModels(services, ofList, request, reply));
      scope.get(`${path}/*`, (request, reply) => showModel(services, ofEntry, request, reply));
    }
    realtimeRoute(scope, services);
    routeRules(scope, protocolOf);
  };
}

/** Rejects unknown actions before authentication and before the body is read. */
const knownAction: BeforeBody = (request, reply, done) => {
  const { action } = readPath(request.url);
  if (GOOGLE_ACTIONS.has(action)) return done();
  const refuse = action === '' ? unknownPath : notBuilt(action);
  refuse(request, reply, protocols.gemini);
};

/** What a request on one of Google's paths uses its key for: its action decides. */
function scopeByAction(path: string): (request: FastifyRequest) => TokenScope {
  const scopes = new Map(
    [...GOOGLE_ACTIONS.keys()].map((action) => [action, scopeOfRoute('POST', `${path}:${action}`)]),
  );
  // `knownAction` has rejected all others.
  return ({ url }) => scopes.get(readPath(url).action)!;
}

function countsTokens({ url }: FastifyRequest): boolean {
  return GOOGLE_ACTIONS.get(readPath(url).action)?.work === countTokens;
}

function serveGoogle(services: RelayServices, request: FastifyRequest, reply: FastifyReply): void {
  // `knownAction` has rejected all others.
  const { work, operation } = GOOGLE_ACTIONS.get(readPath(request.url).action)!;
  serveWork(services, protocols.gemini, work, request, reply, operation);
}

/** Serves a request whose caller is known. */
type Work = (request: Authenticated, services: RelayServices) => Promise<void>;

function serveWork(
  services: RelayServices,
  protocol: Protocol,
  work: Work,
  request: FastifyRequest,
  reply: FastifyReply,
  operation?: Operation,
  form?: Form,
): void {
  serve(
    services,
    protocol,
    request,
    reply,
    (exchange) => work(authenticated(exchange, request), services),
    operation,
    form,
  );
}

function authenticated(exchange: Exchange, { caller }: FastifyRequest): Authenticated {
  if (!caller) throw new Error('the route does not authenticate its callers');
  return { scope: new RequestScope(exchange), exchange, caller };
}

function serve(
  services: RelayServices,
  protocol: Protocol,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (exchange: Exchange) => Promise<void>,
  operation?: Operation,
  form?: Form,
): void {
  reply.hijack();
  serveExchange(
    services,
    {
      request: request.raw,
      response: reply.raw,
      protocol,
      operation,
      serves: undefined,
      path: ownPath(request.url),
      body: form ? formFingerprint(form) : ((request.body as Buffer | undefined) ?? EMPTY),
      form,
      clientIp: () => clientAddress(request),
      requestId: request.id,
      errorForm: services.settings.current.errorForm,
      startedAt: Date.now(),
    },
    handle,
  );
}

/** Upstreams get the path without the query, which may contain the client's key on Google's paths. */
function ownPath(url: string): string {
  return url.startsWith(GOOGLE_OPENAI) ? `/v1/${url.slice(GOOGLE_OPENAI.length).replace(/\?.*$/, '')}` : url;
}

/** Errors raised by Fastify itself: bodies that are too large, cut short, or do not match their Content-Length. */
export function refuseEarly(
  services: RelayServices,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const {
    statusCode = 500,
    code = '',
    message = '',
  } = error as { statusCode?: number; code?: string; message?: string };
  const problem =
    code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? new ApiError('body_too_large', { limit: Math.round(services.bodyLimit / 1024 / 1024) })
      : statusCode < 500
        ? new ApiError('invalid_request', { detail: message })
        : error;
  if (statusCode >= 500) services.report(error, request.id);
  const protocol = protocolOf(request);
  const { errorForm } = services.settings.current;
  const arrived = { path: request.url, startedAt: Date.now() - reply.elapsedTime };
  const exchange = { requestId: request.id, protocol, errorForm, ...arrived };
  services.tracer?.refused({ ...exchange, request: request.raw }, problem);
  if (request.caller) recordFailure(services, { exchange, caller: request.caller }, problem);
  const answer = clientError(problem, request.id, protocol, request.headers['accept-language'], errorForm);
  void reply
    .code(answer.status)
    .headers({ ...relayHeaders(request.id), 'content-type': 'application/json; charset=utf-8' })
    .send(JSON.stringify(protocol.error(answer)));
}

/**
 * Protocol of the error response to a request that no handler has taken: by its path, else by the version header that
 * Anthropic's clients always send.
 */
function protocolOf({ url, method, headers }: FastifyRequest): Protocol {
  const path = pathOf(url);
  if (isGoogle(url) || (method === 'POST' && path.startsWith('/v1/models/'))) return protocols.gemini;
  const relayed = RELAYED.find((route) => path === route.path || path.startsWith(`${route.path}/`));
  if (relayed) return relayed.protocol;
  const isAnthropic = headers['anthropic-version'] !== undefined || ANTHROPIC_PATHS.test(path);
  return protocols[isAnthropic ? 'anthropic-messages' : 'openai-chat'];
}

/** Paths that only Anthropic's API has (https://platform.claude.com/docs/en/api). */
const ANTHROPIC_PATHS =
  /^\/v1\/(?:complete|agents|sessions|environments|deployments|deployment_runs|dreams|memory_stores|vaults|tunnels|user_profiles|organizations)(?:\/|$)/;
