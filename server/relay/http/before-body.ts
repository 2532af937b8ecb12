import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../core/http/proxies.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { TokenScope } from '../../contract/token-scopes.js';
import { playgroundIdentity, type TokenOwner } from '../../tokens/token-identity.js';
import { checkToken, identify, keyOf, type Arrival } from '../pipeline/authenticate.js';
import type { Caller } from '../pipeline/stages.js';
import { answerError, answerErrorUnread } from '../pipeline/client/finish.js';
import type { PlaygroundUsers } from '../playground/playground-users.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import type { RelayServices } from '../relay-services.js';
import { bodyLength, SMALL_BODY } from './body.js';
import { recordRefusal } from './refused-request.js';
import { checkBalance, isBalanceInQuestion } from './empty-balance.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of the API key in the request. */
    caller: Caller | undefined;
    /** User of the console session, on the playground's route only. */
    playgroundUser: TokenOwner | undefined;
  }
}

/** What `identify` checks the key of a request by. */
export function arrivalOf(request: FastifyRequest, scope: TokenScope): Arrival {
  return {
    at: Date.now(),
    clientIp: () => clientAddress(request),
    userAgent: request.headers['user-agent'],
    scope,
  };
}

export type BeforeBody = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * Authenticates by API key before the body is read, so that requests without a valid key cannot fill the memory. The result
 * is stored on the request and the pipeline does not authenticate again. Synchronous for cached keys.
 * @param scopeOf what the request uses the key for
 * @param isFree whether the request costs nothing, so that it needs no balance
 */
export function keyFirst(
  services: RelayServices,
  protocol: Protocol,
  scopeOf: (request: FastifyRequest) => TokenScope,
  isFree: (request: FastifyRequest) => boolean = () => false,
): BeforeBody {
  return (request, reply, done) => {
    let caller: Caller | Promise<Caller>;
    try {
      const arrival = arrivalOf(request, scopeOf(request));
      caller = identify(keyOf(request.headers, request.url), arrival, services.tokens);
    } catch (problem) {
      return refuse(services, protocol, request, reply, problem);
    }
    if (caller instanceof Promise || (isBalanceInQuestion(caller, request.raw) && !isFree(request))) {
      const keep = (found: Caller) => {
        request.caller = found;
        expectBody(services, protocol, request, reply, found.token.user.id);
      };
      const able = isFree(request) ? Promise.resolve(caller) : ableToPay(caller, request, services);
      return proceed(able, keep, services, protocol, request, reply, done);
    }
    request.caller = caller;
    try {
      expectBody(services, protocol, request, reply, caller.token.user.id);
    } catch (problem) {
      return refuse(services, protocol, request, reply, problem);
    }
    done();
  };
}

/** @throws ApiError user_quota_empty for a large body that could not be paid */
export async function ableToPay(
  found: Caller | Promise<Caller>,
  request: FastifyRequest,
  services: RelayServices,
): Promise<Caller> {
  const caller = await found;
  if (isBalanceInQuestion(caller, request.raw)) await checkBalance(caller, services);
  return caller;
}

/** Admits the request and counts its body among those that are arriving. @throws ApiError 503 where there is no room for it */
export function expectBody(
  services: RelayServices,
  protocol: Protocol,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): void {
  services.overload.admit();
  services.arriving.enter(request.raw, userId, (problem) =>
    refuse(services, protocol, request, reply, problem),
  );
}

/** Like `keyFirst`, for playground requests, which authenticate with a console session. */
export function sessionFirst(
  services: RelayServices,
  protocol: Protocol,
  playgroundUsers: PlaygroundUsers,
): BeforeBody {
  const find = async (request: FastifyRequest): Promise<TokenOwner> => {
    const owner = await playgroundUsers.of(request);
    checkToken(playgroundIdentity(owner, owner.group), Math.floor(Date.now() / 1000));
    return owner;
  };
  return (request, reply, done) =>
    proceed(
      find(request),
      (owner) => {
        request.playgroundUser = owner;
        expectBody(services, protocol, request, reply, owner.id);
      },
      services,
      protocol,
      request,
      reply,
      done,
    );
}

function proceed<T>(
  found: Promise<T>,
  keep: (found: T) => void,
  services: RelayServices,
  protocol: Protocol,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  found.then(keep).then(
    // The client left during the lookup: do not run the handler, which would wait for a `close` event that has already
    // fired.
    () => (reply.raw.destroyed ? reply.hijack() : done()),
    (problem: unknown) => refuse(services, protocol, request, reply, problem),
  );
}

/**
 * Responds with an error to a request whose body has not been read completely.
 * @param key of the request, for routes that take it from other headers; with or without `sk-`
 */
export function refuse(
  services: RelayServices,
  protocol: Protocol,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: unknown,
  key = keyOf(request.headers, request.url),
): void {
  if (!(problem instanceof ApiError)) services.report(problem, request.id);
  reply.hijack();
  const exchange = {
    request: request.raw,
    response: reply.raw,
    protocol,
    requestId: request.id,
    errorForm: services.settings.current.errorForm,
    path: request.url,
    startedAt: Date.now() - reply.elapsedTime,
  };
  recordRefusal(services, exchange, key, problem);
  if (services.drain.leaving) reply.raw.shouldKeepAlive = false;
  if (bodyLength(request.raw) > SMALL_BODY) answerErrorUnread(exchange, problem);
  else answerError(exchange, problem);
}
