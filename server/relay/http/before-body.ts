import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors/api-error.js';
import { playgroundIdentity, type TokenOwner } from '../../tokens/token-identity.js';
import { checkToken, identify, keyOf } from '../pipeline/authenticate.js';
import type { Caller } from '../pipeline/stages.js';
import { answerError, answerErrorUnread } from '../pipeline/finish.js';
import type { PlaygroundUsers } from '../playground/playground-users.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import type { RelayServices } from '../relay-services.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of the API key in the request. */
    caller: Caller | undefined;
    /** User of the console session, on the playground's route only. */
    playgroundUser: TokenOwner | undefined;
  }
}

/** Bytes. Unread bodies up to this size are drained, so that a client with an invalid key keeps its connection. */
const SMALL_BODY = 64 * 1024;

export type BeforeBody = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * Authenticates by API key before the body is read, so that requests without a valid key cannot fill the memory. The result
 * is stored on the request and the pipeline does not authenticate again. Synchronous for cached keys.
 */
export function keyFirst(services: RelayServices, protocol: Protocol): BeforeBody {
  return (request, reply, done) => {
    let caller: Caller | Promise<Caller>;
    try {
      caller = identify(keyOf(request.headers, request.url), Date.now(), services.tokens);
    } catch (problem) {
      return refuse(services, protocol, request, reply, problem);
    }
    if (caller instanceof Promise)
      return proceed(caller, (found) => (request.caller = found), services, protocol, request, reply, done);
    request.caller = caller;
    done();
  };
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
      (owner) => (request.playgroundUser = owner),
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

/** Responds with an error to a request whose body has not been read completely. */
export function refuse(
  services: RelayServices,
  protocol: Protocol,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: unknown,
): void {
  if (!(problem instanceof ApiError)) services.report(problem, request.id);
  reply.hijack();
  const exchange = {
    request: request.raw,
    response: reply.raw,
    protocol,
    requestId: request.id,
    defaultLanguage: services.settings.current.defaultLanguage,
  };
  if (services.drain.leaving) reply.raw.shouldKeepAlive = false;
  if (bodyLength(request.raw) > SMALL_BODY) answerErrorUnread(exchange, problem);
  else answerError(exchange, problem);
}

/** Bytes that may still arrive, by Content-Length; Infinity for chunked bodies. */
function bodyLength({ headers, readableEnded }: IncomingMessage): number {
  if (readableEnded) return 0;
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}
