import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Drain } from '../drain.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { AccountState } from './access/account.js';
import { bearerOf } from './access/bearer.js';
import type { Accounts } from './body-limits.js';
import { errorMembers } from './envelope.js';
import { notFound } from './not-found.js';
import { clientAddress } from './proxies.js';
import type { RateLimits } from './rate-limits.js';
import { sessionAccount } from './access/session-account.js';
import { EVERY_RESPONSE, MANAGEMENT_RESPONSE } from './security-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set for management requests. Responses that have no end of their own call it: they are no requests in flight, of which
     * processes serve a limited number, and end when the drain begins.
     */
    leaveDrain?: () => void;
  }
}

/** Paths of the management API. They share one rate limit per account or client address and are never cached. */
const MANAGEMENT = /^\/(api|dashboard)(\/|\?|$)/;
/** Health probes are frequent and come from one address, so they must not use up the rate limit of that address. */
const PROBE = /^\/api\/health\//;

/**
 * Adds hooks that run before every route: the request id and security headers. Management paths also get drain tracking
 * and the rate limit.
 * @param strictTransport see `strictTransport` of security-headers.ts
 */
export function addManagementHooks(
  fastify: FastifyInstance,
  limits: RateLimits,
  accounts: Accounts,
  drain: Drain,
  strictTransport: () => string | undefined,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const hsts = strictTransport();
    if (hsts !== undefined) void reply.header('Strict-Transport-Security', hsts);
    void reply.headers(EVERY_RESPONSE).header('X-Oneapi-Request-Id', request.id);
    // Makes clients with keep-alive connections reconnect, to another process.
    if (drain.leaving) void reply.header('Connection', 'close');
    if (!MANAGEMENT.test(request.url)) return request.is404 ? refuseUnknown(request, reply) : done();
    void reply.headers(MANAGEMENT_RESPONSE);
    if (PROBE.test(request.url)) return done();
    drain.enter();
    let isCounted = true;
    request.leaveDrain = () => {
      if (isCounted) drain.leave();
      isCounted = false;
    };
    reply.raw.once('close', request.leaveDrain);
    count(request, limits, accounts).then(
      () => (request.is404 ? refuseUnknown(request, reply) : done()),
      (error: unknown) => {
        if (!(error instanceof ApiError))
          return done(error instanceof Error ? error : new Error(String(error)));
        void reply
          .code(error.status)
          .header('Retry-After', error.retryAfterSeconds ?? 1)
          .send({ success: false, message: error.message, data: null, ...errorMembers(error) });
      },
    );
  });
}

async function count(request: FastifyRequest, limits: RateLimits, accounts: Accounts): Promise<void> {
  if (!limits.limitsApi) return;
  await limits.countApi(request, await callerOf(request, limits, accounts));
}

/**
 * The account behind a request, for its limit only: the guard authorizes the call. Where it cannot be found because a
 * database is away, the request counts for its address.
 */
async function callerOf(
  request: FastifyRequest,
  limits: RateLimits,
  { sessions, source }: Accounts,
): Promise<AccountState | undefined> {
  try {
    const account = await sessionAccount(request, sessions, source);
    if (account) return account;
    const token = bearerOf(request) ?? '';
    // Each token costs a query, so an address may not try any number of them. API keys are no accounts.
    if (token === '' || token.startsWith('sk-') || (await limits.isAddressExhausted(request)))
      return undefined;
    return (await source.byBearer(token, clientAddress(request)))?.account;
  } catch {
    return undefined;
  }
}

/** Rejects unknown paths before any of the body is read. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).send(notFound(request.method, request.url));
}
