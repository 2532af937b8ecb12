import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ADMIN_KEY_PREFIX } from '../../../contract/admin-key-scopes.js';
import { Role, UserStatus } from '../../../contract/enums.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import {
  ACCOUNT_SOURCE,
  type AccountSource,
  type AccountState,
  type AdminKeyRights,
  type RequestOrigin,
  type SignedIn,
} from './account.js';
import { scopesFor } from './admin-key-routes.js';
import { bearerOf } from './bearer.js';
import { Confirmation } from './confirmation.js';
import { clientAddress } from '../proxies.js';
import { ENROLMENT_RULE, type EnrolmentRule } from './enrolment.js';
import { assertFromConsole, ONE_TIME_STATES, type OneTimeStates } from './request-source.js';
import { REQUIRES, type Access, type AccessRule } from './requires.js';
import { checkUserHeader, isWellFormed, namesAccount, sessionAccount } from './session-account.js';
import { Sessions } from './sessions.js';

const LOWEST_ROLE = { user: Role.user, session: Role.user, admin: Role.admin, root: Role.root } as const;

/**
 * Enforces `@Requires` on management routes. Checks run in this order, and the first failure is the response: request
 * source, credentials, `New-Api-User` header, account status, role, valid account, required second factor, scope of an admin key, recent
 * confirmation, one-time state. A session cookie alone never authorizes a change, because browsers also send it with requests that other
 * sites cause.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    @Inject(ACCOUNT_SOURCE) private readonly accounts: AccountSource,
    @Inject(ONE_TIME_STATES) private readonly states: OneTimeStates,
    private readonly confirmation: Confirmation,
    @Inject(ENROLMENT_RULE) private readonly enrolment: EnrolmentRule,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(REQUIRES, context.getHandler());
    if (rule === undefined) throw new Error(`route ${context.getHandler().name} has no @Requires`);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (rule.writes) assertFromConsole(request, rule.navigated);
    if (rule.opensSession && request.headers['new-api-user'] === undefined)
      throw new ApiError('request_not_from_console');
    const { access } = rule;
    if (access === 'public') {
      if (rule.changesSession) await this.checkOwnSession(request);
      return true;
    }
    const bySession = await sessionAccount(request, this.sessions, this.accounts);
    if (access === 'optional') {
      if (
        bySession?.status === UserStatus.enabled &&
        isWellFormed(bySession) &&
        namesAccount(request, bySession) &&
        !(await this.enrolment.isOverdue(bySession))
      )
        request.account = withOrigin(bySession, request);
      return true;
    }
    if (bySession !== undefined && request.method !== 'GET') assertFromConsole(request);
    const account = bySession ?? (await this.fromBearer(request, access));
    if (needsUserHeader(request, rule, account)) checkUserHeader(request, account);
    assertMayUse(access, account);
    if (account.by === 'session' && !rule.enrolment && (await this.enrolment.isOverdue(account)))
      throw new ApiError('second_factor_required');
    if (account.key !== undefined) assertInScope(request, rule, account.key);
    if (rule.confirmed) this.confirmation.require(account);
    await this.checkState(request, rule, account);
    request.account = withOrigin(account, request);
    return true;
  }

  /** Requires the header for a valid session. An expired session may be closed without it. */
  private async checkOwnSession(request: FastifyRequest): Promise<void> {
    const account = await sessionAccount(request, this.sessions, this.accounts);
    if (account !== undefined) checkUserHeader(request, account);
  }

  /** @throws ApiError oauth_state_wrong if a required state is invalid, or a state that replaces a missing header */
  private async checkState(request: FastifyRequest, rule: AccessRule, account: AccountState): Promise<void> {
    const { stateOf: provider, navigated } = rule;
    if (provider === undefined || (!navigated && namesAccount(request, account))) return;
    await this.states.use(request, stateIn(request), { provider, userId: account.id });
  }

  private async fromBearer(request: FastifyRequest, access: Access): Promise<SignedIn> {
    const token = bearerOf(request);
    if (token === undefined || access === 'session') throw new ApiError('not_signed_in');
    const found = token === '' ? undefined : await this.accounts.byBearer(token, clientAddress(request));
    if (found === undefined)
      throw new ApiError(token.startsWith(ADMIN_KEY_PREFIX) ? 'admin_key_invalid' : 'access_token_invalid');
    const { account, ...rights } = found;
    if (!isWellFormed(account)) throw new ApiError('account_invalid');
    return { ...account, ...rights };
  }
}

/** Only cookies are sent by browsers on their own, but clients of the compatible API send the header with access tokens, too. */
function needsUserHeader(
  { headers }: FastifyRequest,
  { access, stateOf, writes }: AccessRule,
  { by }: SignedIn,
): boolean {
  if (by === 'admin-key') return headers['new-api-user'] !== undefined;
  return stateOf === undefined && (access !== 'session' || writes === true);
}

/** @throws ApiError admin_key_not_admitted, admin_key_scope_missing */
function assertInScope(
  { method, routeOptions }: FastifyRequest,
  { access, ...effects }: AccessRule,
  { scopes }: AdminKeyRights,
): void {
  const required = scopesFor({ method, path: routeOptions.url ?? '', access, effects });
  if (required === undefined) throw new ApiError('admin_key_not_admitted');
  if (!required.some((scope) => scopes.includes(scope)))
    throw new ApiError('admin_key_scope_missing', { scopes: required.join(', ') });
}

/** @throws ApiError user_banned, role_too_low, account_invalid */
export function assertMayUse(access: keyof typeof LOWEST_ROLE, account: AccountState): void {
  if (account.status !== UserStatus.enabled) throw new ApiError('user_banned');
  if (account.role < LOWEST_ROLE[access]) throw new ApiError('role_too_low');
  if (!isWellFormed(account)) throw new ApiError('account_invalid');
}

/** Services pass the account on to the audit log, and with it where the request came from. */
function withOrigin(account: SignedIn, request: FastifyRequest): SignedIn {
  const origin: RequestOrigin = {
    address: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    sessionRef: sessionRefOf(account),
  };
  return { ...account, origin };
}

function sessionRefOf({ session, key }: SignedIn): string {
  if (session !== undefined) return session.ref;
  return key === undefined ? 'access-token' : `admin-key:${key.id}`;
}

function stateIn({ query }: FastifyRequest): string {
  if (typeof query !== 'object' || query === null || !('state' in query)) return '';
  return typeof query.state === 'string' ? query.state : '';
}
