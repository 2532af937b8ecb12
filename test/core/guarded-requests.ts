import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { ADMIN_KEY_PREFIX, type AdminKeyScope } from '../../server/contract/admin-key-scopes.js';
import { Role, UserStatus } from '../../server/contract/enums.js';
import { ApiError } from '../../server/contract/errors/api-error.js';
import type { Env } from '../../server/core/env.js';
import { AccessGuard } from '../../server/core/http/access/access.guard.js';
import { Confirmation } from '../../server/core/http/access/confirmation.js';
import type { AccountSource, AccountState } from '../../server/core/http/access/account.js';
import type { OneTimeStates } from '../../server/core/http/access/request-source.js';
import { Requires } from '../../server/core/http/access/requires.js';
import { Sessions } from '../../server/core/http/access/sessions.js';

/** Her access token is `token`, and a faulty import stored the empty one too. */
export const ALICE: AccountState = {
  id: 7,
  username: 'alice',
  role: Role.user,
  status: UserStatus.enabled,
  group: 'default',
  sessionVersion: 2,
  secondFactor: false,
  secondFactorAskedAt: 0,
};
const SESSION = {
  userId: ALICE.id,
  version: ALICE.sessionVersion,
  ref: 'ref',
  openedAt: Date.now(),
  signedInAt: 5,
};
/** From where her admin keys may be used. Their scopes are in the key, joined by `+`. */
const ADDRESS = '10.0.0.1';
/** The one-time state that is valid. */
export const STATE = 'issued';

export interface GuardedRequest {
  readonly method?: string;
  /** Has alice's session cookie. */
  readonly session?: true;
  readonly headers?: Record<string, string>;
  readonly query?: unknown;
  /** As Fastify registers it. */
  readonly path?: string;
}

export const COOKIE = { session: true } as const;
export const NAMED = { 'new-api-user': '7' };
export const OTHER_NAMED = { 'new-api-user': '8' };
export const TOKEN = { authorization: 'Bearer token' };
export const IMAGE = { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' };
export const NAVIGATION = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };

/** The states that the guard had checked, as `provider, account, state`; tests empty it. */
export const checkedStates: string[] = [];

/** The guard with its real sessions, of which Redis has one of alice. */
export function guardFor(account: AccountState): AccessGuard {
  const accounts: AccountSource = {
    byId: async (id) => (id === account.id ? account : undefined),
    byBearer: async (token, clientIp) => {
      if (['token', ''].includes(token)) return { account, by: 'access-token' };
      const [, scopes] = new RegExp(`^${ADMIN_KEY_PREFIX}(.*)$`).exec(token) ?? [];
      if (scopes === undefined || scopes === '' || clientIp !== ADDRESS) return undefined;
      return { account, by: 'admin-key', key: { id: 3, scopes: scopes.split('+') as AdminKeyScope[] } };
    },
  };
  const states: OneTimeStates = {
    use: async (_request, state, { provider, userId }) => {
      checkedStates.push(`${provider}, ${userId}, ${state}`);
      if (state !== STATE) throw new ApiError('oauth_state_wrong');
    },
  };
  const redis = { get: async () => JSON.stringify({ ...SESSION, lastSeenAt: Date.now() }) };
  const env = { SESSION_MAX_DAYS: 30, SESSION_IDLE_DAYS: 7 } as Env;
  const sessions = new Sessions(redis as unknown as Redis, () => '', env);
  const confirmation = new Confirmation(() => ({ isRequired: true, needsSession: false }));
  const enrolment = { isOverdue: async ({ secondFactorAskedAt }: AccountState) => secondFactorAskedAt > 0 };
  return new AccessGuard(new Reflector(), sessions, accounts, states, confirmation, enrolment);
}

/** A route handler with this rule; without arguments one that has none. */
export function handlerOf(...rule: Parameters<typeof Requires> | []): () => void {
  class Routes {
    list(): void {}
  }
  const descriptor = Object.getOwnPropertyDescriptor(Routes.prototype, 'list')!;
  if (rule.length > 0)
    Requires(...(rule as Parameters<typeof Requires>))(Routes.prototype, 'list', descriptor);
  return Routes.prototype.list;
}

/** The account that calls the route, `anonymous` without one; or the code of the error. */
export async function decide(
  handler: () => void,
  { method = 'GET', session, headers = {}, query = {}, path = '/' }: GuardedRequest,
  change: Partial<AccountState> = {},
): Promise<string> {
  const request = {
    method,
    headers,
    query,
    cookies: session ? { session: 'id' } : {},
    ip: ADDRESS,
    routeOptions: { url: path },
  } as unknown as FastifyRequest;
  try {
    const context = new ExecutionContextHost([request], undefined, handler);
    const isOpen = await guardFor({ ...ALICE, ...change }).canActivate(context);
    if (!isOpen) return 'closed without an error';
    return request.account ? `${request.account.username} by ${request.account.by}` : 'anonymous';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

export const [BY_SESSION, BY_TOKEN, BY_KEY] = [
  'alice by session',
  'alice by access-token',
  'alice by admin-key',
] as const;

/** The header of an admin key with these scopes. */
export const keyWith = (...scopes: AdminKeyScope[]) => ({
  authorization: `Bearer ${ADMIN_KEY_PREFIX}${scopes.join('+')}`,
});
