import type { AdminKeyScope } from '../../../contract/admin-key-scopes.js';
import type { Access, Effects } from './requires.js';

/** Scope that changes an area; reading it needs the same scope or `read`. */
type Area = Exclude<AdminKeyScope, 'read'>;

/** A management route, as Fastify registers it (`/api/channel/:id`). */
export interface ManagementRoute {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  readonly effects: Effects;
}

/**
 * Areas of the administrators' routes by the beginning of their paths; the longest one counts. Routes that are in no area cannot be called
 * with an admin key.
 */
const AREAS: Readonly<Record<string, Area>> = {
  '/api/alerts': 'settings',
  '/api/audit': 'settings',
  '/api/books': 'billing',
  '/api/channel': 'channels',
  '/api/costs': 'billing',
  '/api/data': 'billing',
  '/api/group': 'settings',
  '/api/group/move': 'users',
  '/api/invitation': 'users',
  '/api/log': 'billing',
  '/api/mj': 'billing',
  '/api/notices': 'settings',
  '/api/option': 'settings',
  '/api/overview': 'channels',
  '/api/prices': 'billing',
  '/api/pricing': 'billing',
  '/api/redemption': 'billing',
  '/api/status': 'settings',
  '/api/task': 'billing',
  '/api/usage-events': 'settings',
  '/api/user': 'users',
  '/api/user-tokens': 'users',
};

/** Administrators' routes of an area that a program has no use for, and a thief would: they need a session. */
const PERSONAL = ['/api/user/:id/2fa'];

/** Their answers hold codes that are worth money, so `read` is not enough. */
const SECRET = ['/api/redemption'];

/**
 * Routes of every signed-in user that a key may call, too: reading, and the API keys of the owner. What belongs to the person (password,
 * sessions, sign-in methods, notifications, payments) is left out.
 */
const USER_ROUTES: Readonly<Record<string, Area>> = {
  '/api/costs/proof': 'billing',
  '/api/costs/query': 'billing',
  '/api/data/self': 'billing',
  '/api/data/self/chart': 'billing',
  '/api/log/:id/receipt': 'billing',
  '/api/log/self': 'billing',
  '/api/log/self/search': 'billing',
  '/api/log/self/stat': 'billing',
  '/api/mj/self': 'billing',
  '/api/models': 'channels',
  '/api/overview/self': 'billing',
  '/api/search': 'users',
  '/api/task/self': 'billing',
  '/api/token': 'tokens',
  '/api/token/:id': 'tokens',
  '/api/token/:id/former-key': 'tokens',
  '/api/token/:id/key': 'tokens',
  '/api/token/search': 'tokens',
  '/api/user/credits': 'billing',
  '/api/user/models': 'channels',
  '/api/user/self': 'users',
  '/api/user/self/groups': 'users',
};

/** Routes for which `read` is enough although they are sent by POST: their bodies are queries. */
const QUERIES = ['/api/costs/query', '/api/pricing/task'];

/**
 * Scopes of which an admin key needs one to call a route.
 * @returns undefined for routes that no admin key may call
 */
export function scopesFor({
  method,
  path,
  access,
  effects,
}: ManagementRoute): readonly AdminKeyScope[] | undefined {
  const reads = (['GET', 'HEAD'].includes(method) && effects.writes !== true) || QUERIES.includes(path);
  if (access === 'user') {
    const area = USER_ROUTES[path];
    if (area === undefined) return undefined;
    if (reads) return ['read', area];
    // People change their accounts in the console.
    return area === 'tokens' ? [area] : undefined;
  }
  if ((access !== 'admin' && access !== 'root') || PERSONAL.includes(path)) return undefined;
  const beginning = Object.keys(AREAS)
    .filter((start) => path === start || path.startsWith(`${start}/`))
    .toSorted((one, other) => other.length - one.length)[0];
  if (beginning === undefined) return undefined;
  const area = AREAS[beginning]!;
  return reads && !SECRET.includes(beginning) ? ['read', area] : [area];
}
