import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { scopeOfRoute, type TokenScope } from '../../contract/token-scopes.js';
import { requestId } from '../../core/ids.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import { identify, keyOf } from '../pipeline/authenticate.js';
import { answerError, answerErrorUnread } from '../pipeline/client/finish.js';
import { recordFailure } from '../pipeline/failed-request.js';
import { relay } from '../pipeline/relay.js';
import { RequestScope, type Exchange } from '../pipeline/request-scope.js';
import type { Caller } from '../pipeline/stages.js';
import type { RelayServices } from '../relay-services.js';
import { bodyLength, SMALL_BODY } from './body.js';
import { isBalanceInQuestion } from './empty-balance.js';
import { RELAYED } from './relay.routes.js';
import { serveExchange } from './serve-exchange.js';

interface DirectRoute {
  readonly protocol: Protocol;
  readonly scope: TokenScope;
}

const ROUTES: ReadonlyMap<string | undefined, DirectRoute> = new Map(
  RELAYED.map(({ path, protocol }) => [path, { protocol, scope: scopeOfRoute('POST', path) }]),
);

/** What the routes need of the server. */
export interface DirectOptions {
  /** The client's address, see `clientAddressOf`. */
  addressOf(request: IncomingMessage): string;
  /** Called when a request arrives; undefined where requests are not watched. */
  readonly watch:
    | ((request: IncomingMessage, response: ServerResponse, requestId: string, caller: Caller) => void)
    | undefined;
}

/**
 * Serves the conversations of known callers without Fastify, whose routing, hooks and body parser take some 7 % of the
 * server's time. Whatever is not plain (another path, a query, an unknown key, a body without Content-Length, above the
 * limit or large without a balance, a server that is closing) goes to the Fastify route of the same path, which serves or refuses it.
 */
export function serveDirectly(server: Server, services: RelayServices, options: DirectOptions): void {
  const { addressOf } = options;
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  services.overload.watch(server);
  server.on('request', (request, response) => {
    const route = ROUTES.get(request.url);
    const caller = route && server.listening ? callerOf(request, route, services, addressOf) : undefined;
    if (route && caller) receive({ request, response, protocol: route.protocol, caller }, services, options);
    else for (const listener of others) listener.call(server, request, response);
  });
}

/** The caller of a request that can be served at once; undefined for all others. */
function callerOf(
  request: IncomingMessage,
  { scope }: DirectRoute,
  services: RelayServices,
  addressOf: (request: IncomingMessage) => string,
): Caller | undefined {
  const { method, headers, url = '' } = request;
  const length = Number(headers['content-length']);
  if (method !== 'POST' || !(length > 0 && length <= services.bodyLimit)) return undefined;
  try {
    const clientIp = () => addressOf(request);
    const arrival = { at: Date.now(), clientIp, userAgent: headers['user-agent'], scope };
    const caller = identify(keyOf(headers, url), arrival, services.tokens);
    if (!(caller instanceof Promise)) return isBalanceInQuestion(caller, request) ? undefined : caller;
    // The Fastify route waits for the same lookup, and reports its failure.
    caller.catch(() => undefined);
  } catch {
    // The Fastify route refuses the key.
  }
  return undefined;
}

interface Arriving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly protocol: Protocol;
  readonly caller: Caller;
}

/** Reads the body. Nothing has begun when the client leaves before its end. */
function receive(arriving: Arriving, services: RelayServices, { addressOf, watch }: DirectOptions): void {
  const { request, response, protocol, caller } = arriving;
  const id = requestId();
  watch?.(request, response, id, caller);
  const startedAt = Date.now();
  let chunks: Buffer[] = [];
  let isRefused = false;
  const refuse = (problem: unknown) => {
    isRefused = true;
    chunks = [];
    const { errorForm } = services.settings.current;
    const refused = { request, response, protocol, requestId: id, errorForm };
    if (bodyLength(request) > SMALL_BODY) answerErrorUnread(refused, problem);
    else answerError(refused, problem);
    const exchange = { ...refused, path: request.url ?? '', startedAt };
    services.tracer?.refused(exchange, problem);
    recordFailure(services, { exchange, caller }, problem);
  };
  try {
    services.overload.admit();
  } catch (problem) {
    return refuse(problem);
  }
  // Most bodies are in the bytes that the head came with, and are whole by then: nothing has to be watched.
  process.nextTick(() => {
    if (request.complete || isRefused) return;
    try {
      services.arriving.enter(request, caller.token.user.id, refuse);
    } catch (problem) {
      refuse(problem);
    }
  });
  request.on('data', (chunk: Buffer) => {
    if (!isRefused) chunks.push(chunk);
  });
  request.on('end', () => {
    if (isRefused) return;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    // The listeners live as long as the response; the chunks must not.
    chunks = [];
    serve(arriving, body, id, services, addressOf);
  });
}

function serve(
  { request, response, protocol, caller }: Arriving,
  body: Buffer,
  id: string,
  services: RelayServices,
  addressOf: (request: IncomingMessage) => string,
): void {
  serveExchange(
    services,
    {
      request,
      response,
      protocol,
      operation: undefined,
      serves: undefined,
      path: request.url ?? '',
      body,
      form: undefined,
      clientIp: () => addressOf(request),
      requestId: id,
      errorForm: services.settings.current.errorForm,
      startedAt: Date.now(),
    },
    (exchange: Exchange) => relay({ scope: new RequestScope(exchange), exchange, caller }, services),
  );
}
