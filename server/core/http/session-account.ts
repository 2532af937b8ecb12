import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.js';
import { ROLES, type AccountSource, type AccountState, type SignedIn } from './account.js';
import type { Sessions } from './sessions.js';

const KNOWN_ROLES: readonly number[] = [0, ROLES.user, ROLES.admin, ROLES.root];

/** The account whose session a request comes with; undefined when it has none that counts. */
export async function sessionAccount(
  request: FastifyRequest,
  sessions: Sessions,
  accounts: AccountSource,
): Promise<SignedIn | undefined> {
  const session = await sessions.read(request);
  if (session === undefined) return undefined;
  const account = await accounts.byId(session.userId);
  if (account?.sessionVersion !== session.version) return undefined;
  const { ref, signedInAt } = session;
  return { ...account, by: 'session', session: { ref, signedInAt } };
}

/**
 * A page of another origin cannot send this header, so it also stands between the cookie and forged requests.
 * @throws Refusal 401 (spec/management-api.md 1.2, rows 4 to 6)
 */
export function checkUserHeader(request: FastifyRequest, account: AccountState): void {
  const header = request.headers['new-api-user'];
  if (header === undefined || header === '') throw new ApiError('user_header_missing');
  if (typeof header !== 'string' || !/^[+-]?\d{1,15}$/.test(header))
    throw new ApiError('user_header_malformed');
  if (Number(header) !== account.id) throw new ApiError('user_header_mismatch');
}

/** Does the request say, by the header, that it asks for this account? */
export function namesAccount(request: FastifyRequest, account: Pick<AccountState, 'id'>): boolean {
  return request.headers['new-api-user'] === String(account.id);
}

/** Has it a name, and a role that means something? */
export function isWellFormed(account: AccountState): boolean {
  return account.username.trim() !== '' && KNOWN_ROLES.includes(account.role);
}
