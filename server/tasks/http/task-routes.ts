import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError } from '../../contract/errors/api-error.js';
import { scopeOfRoute, type TokenScope } from '../../contract/token-scopes.js';
import { dependencyError } from '../../core/http/dependency-failure.js';
import { clientAddress } from '../../core/http/proxies.js';
import { formFingerprint, type Form } from '../../dialects/operations/form.js';
import { protocols } from '../../dialects/protocols/registry.js';
import type { TaskFamily } from '../../dialects/task-apis/task.js';
import { ableToPay, arrivalOf, expectBody, refuse, type BeforeBody } from '../../relay/http/before-body.js';
import { decoded } from '../../relay/http/body.js';
import { formFirst } from '../../relay/http/form-first.js';
import { identify, keyOf } from '../../relay/pipeline/authenticate.js';
import { upstreamName } from '../../relay/pipeline/attempt/channel-provider.js';
import { relayHeaders } from '../../relay/pipeline/client/headers.js';
import { recordFailure } from '../../relay/pipeline/failed-request.js';
import { RequestScope, type Exchange } from '../../relay/pipeline/request-scope.js';
import type { Authenticated, Caller } from '../../relay/pipeline/stages.js';
import { taskOfGroup } from '../../relay/playground/playground-request.js';
import { playgroundGroup } from '../../relay/playground/serve-playground.js';
import type { RelayServices } from '../../relay/relay-services.js';
import { taskCodecOf } from '../engine/call-task.js';
import { playgroundIdentity } from '../../tokens/token-identity.js';

const EMPTY = Buffer.alloc(0);
/** A key that clients of Midjourney proxies send when the real one is in `mj-api-secret`. */
const NO_KEY = 'midjourney-proxy';

/** An authenticated call of a task API. */
export interface TaskCall {
  readonly authenticated: Authenticated;
  readonly caller: Caller;
  readonly body: Buffer;
  readonly form: Form | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

export interface TaskHttpAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: unknown;
  /** Seconds after which the call may succeed. */
  readonly retryAfterSeconds?: number;
  /** Sent instead of the body. */
  readonly file?: { readonly headers: Readonly<Record<string, string>>; readonly content: Readable };
}

/** A route of a task API. */
export interface TaskRoute {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly family: TaskFamily;
  /** Accepts multipart forms, which are parsed while they arrive. */
  readonly takesForms?: true;
  /** Calls without an API key may come from a session of the console. */
  readonly forSessions?: true;
  /** Called by the console's playground: by session alone, and charged to the user in the group that the body names. */
  readonly forPlayground?: true;
  handle(call: TaskCall): Promise<TaskHttpAnswer>;
  /** The answer to a call that failed, in the format of the API. */
  failed(problem: unknown, exchange: Exchange): TaskHttpAnswer;
}

/** A route that anybody may call who knows its address. */
export interface OpenTaskRoute {
  readonly method: HTTPMethods;
  readonly url: string;
  handle(call: Pick<TaskCall, 'params' | 'query' | 'headers'>): Promise<TaskHttpAnswer>;
}

/** Bytes of the body of an open route, which is not read. */
const MAX_OPEN_BODY = 1024 * 1024;

/** Registers a route that needs no key. */
export function addOpenRoute(scope: FastifyInstance, services: RelayServices, route: OpenTaskRoute): void {
  scope.route<TaskRouteOfHttp>({
    method: route.method,
    url: route.url,
    bodyLimit: MAX_OPEN_BODY,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      services.drain.enter();
      reply.raw.on('close', services.drain.leave);
      return sent(
        request,
        reply,
        await route.handle({ params: request.params, query: request.query, headers: request.headers }),
      );
    },
  });
}

/**
 * Registers a route of a task API. Its scope must leave bodies as Buffers.
 * @param sessions find the users of console sessions, for routes that accept them
 */
export function addTaskRoute(
  scope: FastifyInstance,
  services: RelayServices,
  route: TaskRoute,
  sessions: AcceptedSessions,
): void {
  const key = route.forPlayground
    ? bySession(services, sessions.ofPlayground)
    : route.forSessions
      ? keyOrSession(services, scopeOfRoute(String(route.method), route.url), sessions.ofPage)
      : taskKey(services, scopeOfRoute(String(route.method), route.url));
  const answer = (request: TaskRequestOfHttp, reply: FastifyReply, form?: Form) =>
    answerOf(services, route, request, reply, form);
  const form = formFirst(services, protocols['openai-chat'], (request, reply, received) => {
    answer(request as TaskRequestOfHttp, reply, received)
      .then(({ status, body, retryAfterSeconds }) => {
        const text = JSON.stringify(body);
        reply.raw.writeHead(status, {
          ...jsonHeaders(request.id, retryAfterSeconds),
          'content-length': String(Buffer.byteLength(text)),
        });
        reply.raw.end(text);
      })
      .catch((defect: unknown) => {
        services.report(defect, request.id);
        reply.raw.destroy();
      });
  });
  scope.route<TaskRouteOfHttp>({
    method: route.method,
    url: route.url,
    onRequest: route.takesForms ? [key, form] : key,
    handler: async (request, reply) => sent(request, reply, await answer(request, reply)),
  });
}

function sent(
  { id, method }: TaskRequestOfHttp,
  reply: FastifyReply,
  { status, body, file, retryAfterSeconds }: TaskHttpAnswer,
): FastifyReply {
  if (!file) return reply.code(status).headers(jsonHeaders(id, retryAfterSeconds)).send(JSON.stringify(body));
  // Fastify would read a file to its end for HEAD.
  if (method === 'HEAD') file.content.destroy();
  return reply
    .code(status)
    .headers({ ...relayHeaders(id), ...file.headers })
    .send(method === 'HEAD' ? Readable.from([]) : file.content);
}

interface TaskRouteOfHttp {
  Params: Record<string, string>;
  Querystring: Record<string, string>;
}
type TaskRequestOfHttp = FastifyRequest<TaskRouteOfHttp>;

function jsonHeaders(requestId: string, retryAfterSeconds?: number): Record<string, string> {
  return {
    ...relayHeaders(requestId),
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
}

async function answerOf(
  services: RelayServices,
  route: TaskRoute,
  request: TaskRequestOfHttp,
  reply: FastifyReply,
  form: Form | undefined,
): Promise<TaskHttpAnswer> {
  services.drain.enter();
  reply.raw.on('close', services.drain.leave);
  const received = await exchangeOf(services, route.family, request, reply, form);
  let exchange = received;
  try {
    let caller = callerOf(request);
    if (route.forPlayground) {
      const { group, body } = taskOfGroup(received.body);
      const { user } = caller.token;
      const used = playgroundGroup(user, group, services.settings.current);
      caller = { ...caller, token: playgroundIdentity(user, used) };
      exchange = { ...received, body };
    }
    return await route.handle({
      authenticated: { scope: new RequestScope(exchange), exchange, caller },
      caller,
      body: exchange.body,
      form,
      params: request.params,
      query: request.query,
      headers: request.headers,
    });
  } catch (problem) {
    const error = problem instanceof ApiError ? problem : (dependencyError(problem) ?? problem);
    // Reads of tasks are not relayed.
    if (request.caller && route.method === 'POST')
      recordFailure(services, { exchange, caller: request.caller }, error);
    const answer = route.failed(error, exchange);
    const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    return retryAfterSeconds === undefined ? answer : { retryAfterSeconds, ...answer };
  }
}

/** Authenticates before the body is read; the key may also be in `mj-api-secret`. */
export function taskKey(services: RelayServices, scope: TokenScope): BeforeBody {
  const protocol = protocols['openai-chat'];
  return (request, reply, done) => {
    const key = taskKeyOf(request.headers, request.url);
    const find = async () => {
      const caller = identify(key, arrivalOf(request, scope), services.tokens);
      request.caller = await ableToPay(caller, request, services);
      expectBody(services, protocol, request, reply, request.caller.token.user.id);
    };
    find().then(
      () => (reply.raw.destroyed ? reply.hijack() : done()),
      (problem: unknown) => refuse(services, protocol, request, reply, problem, key),
    );
  };
}

/** Finds the callers of requests without an API key by their console session. @throws ApiError 401 without one */
export type SessionCallers = (request: FastifyRequest) => Promise<Caller>;

/** Which sessions a route accepts. */
export interface AcceptedSessions {
  /** Requests of the console's own code, which names its user in a header. */
  readonly ofPlayground: SessionCallers;
  /** Reads that a page makes by itself, which cannot send headers. */
  readonly ofPage: SessionCallers;
}

function keyOrSession(services: RelayServices, scope: TokenScope, sessions: SessionCallers): BeforeBody {
  const withKey = taskKey(services, scope);
  const withSession = bySession(services, sessions);
  return (request, reply, done) => {
    const hasKey = taskKeyOf(request.headers, request.url) !== '';
    return (hasKey ? withKey : withSession)(request, reply, done);
  };
}

function bySession(services: RelayServices, sessions: SessionCallers): BeforeBody {
  return (request, reply, done) => {
    const find = async () => {
      request.caller = await sessions(request);
    };
    find().then(
      () => (reply.raw.destroyed ? reply.hijack() : done()),
      (problem: unknown) => refuse(services, protocols['openai-chat'], request, reply, problem),
    );
  };
}

function taskKeyOf(headers: IncomingHttpHeaders, url: string): string {
  const key = keyOf(headers, url);
  const secret = headers['mj-api-secret'];
  return (key === '' || key === NO_KEY) && typeof secret === 'string'
    ? secret.replace(/^bearer\s+/i, '')
    : key;
}

async function exchangeOf(
  services: RelayServices,
  family: TaskFamily,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form | undefined,
): Promise<Exchange> {
  const encoding = form ? undefined : request.headers['content-encoding'];
  const body = form ? formFingerprint(form) : Buffer.isBuffer(request.body) ? request.body : EMPTY;
  return {
    request: request.raw,
    response: reply.raw,
    protocol: protocols['openai-chat'],
    operation: undefined,
    serves: (channel, model) => taskCodecOf(channel, family, upstreamName(channel, model)) !== undefined,
    path: request.url,
    ...(request.routeOptions.url !== undefined && { route: request.routeOptions.url }),
    body: encoding ? await decoded(body, encoding, services.bodyLimit) : body,
    form,
    clientIp: () => clientAddress(request),
    requestId: request.id,
    errorForm: services.settings.current.errorForm,
    startedAt: Date.now(),
  };
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('the route does not authenticate its callers');
  return caller;
}
