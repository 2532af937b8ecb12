import type { FastifyRequest } from 'fastify';
import { Role } from '../../../contract/enums.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { AccountSource, AccountState, SignedIn } from './account.js';
import type { Sessions } from './sessions.js';

const KNOWN_ROLES: readonly number[] = Object.values(Role);

/** The account of the request's session; undefined if there is no valid session. */
export async function sessionAccount(
  request: FastifyRequest,
  sessions: Sessions,
  accounts: AccountSource,
): Promise<SignedIn | undefined> {
  const session = await sessions.read(request);
  if (session === undefined) return undefined;
  const account = await accounts.byId(session.userId);
  if (account?.sessionVersion !== session.version || sessions.isOver(session, account.role)) return undefined;
  const { ref, signedInAt, confirmedAt } = session;
  return { ...account, by: 'session', session: { ref, confirmedAt: Math.max(signedInAt, confirmedAt) } };
}

/** As clients of the compatible API write it, which reads the number with its sign. */
const ACCOUNT_ID = /^[+-]?\d{1,15}$/;

/**
 * Checks the `New-Api-User` header. Pages of other origins cannot send it, so it also protects the cookie against
 * forged requests.
 * @throws ApiError 401 if the header is missing, malformed or names another account
 */
export function checkUserHeader(request: FastifyRequest, account: AccountState): void {
  const header = request.headers['new-api-user'];
  if (header === undefined || header === '') throw new ApiError('user_header_missing');
  if (typeof header !== 'string' || !ACCOUNT_ID.test(header)) throw new ApiError('user_header_malformed');
  if (Number(header) !== account.id) throw new ApiError('user_header_mismatch');
}

/** True if the `New-Api-User` header names this account. */
export function namesAccount(request: FastifyRequest, account: Pick<AccountState, 'id'>): boolean {
  const header = request.headers['new-api-user'];
  return typeof header === 'string' && ACCOUNT_ID.test(header) && Number(header) === account.id;
}

/** True if the account has a name and a known role. */
export function isWellFormed(account: AccountState): boolean {
  return account.username.trim() !== '' && KNOWN_ROLES.includes(account.role);
}
