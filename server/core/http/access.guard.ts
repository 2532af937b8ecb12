import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.js';
import { ACCOUNT_SOURCE, ROLES, type AccountSource, type AccountState, type SignedIn } from './account.js';
import { REQUIRES, type Access } from './requires.js';
import { checkUserHeader, isSound, sessionAccount } from './session-account.js';
import { Sessions } from './sessions.js';

const LOWEST_ROLE = { user: ROLES.user, session: ROLES.user, admin: ROLES.admin, root: ROLES.root } as const;
const ENABLED = 1;

/** Decides who may call a route. The numbers are those of the table in spec/management-api.md 1.2; the first hit answers. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    @Inject(ACCOUNT_SOURCE) private readonly accounts: AccountSource,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(REQUIRES, context.getHandler());
    if (access === undefined)
      throw new Error(`route ${context.getHandler().name} does not say who may call it`);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const bySession = await sessionAccount(request, this.sessions, this.accounts);
    if (access === 'optional') {
      if (bySession?.status === ENABLED && isSound(bySession))
        request.account = { ...bySession, by: 'session' };
      return true;
    }
    const account: SignedIn =
      bySession === undefined
        ? { ...(await this.fromAccessToken(request, access)), by: 'access-token' }
        : { ...bySession, by: 'session' };
    if (access !== 'session') checkUserHeader(request, account); // 4, 5, 6
    if (account.status !== ENABLED) throw new Refusal('user_banned'); // 7
    if (account.role < LOWEST_ROLE[access]) throw new Refusal('role_too_low'); // 8
    if (!isSound(account)) throw new Refusal('account_invalid'); // 9
    request.account = account;
    return true;
  }

  private async fromAccessToken(request: FastifyRequest, access: Access): Promise<AccountState> {
    const header = request.headers.authorization;
    if (header === undefined || header === '' || access === 'session') throw new Refusal('not_signed_in'); // 1
    const token = header.replace('Bearer ', '').trim();
    const account = token === '' ? undefined : await this.accounts.byAccessToken(token);
    if (account === undefined) throw new Refusal('access_token_invalid'); // 2
    if (!isSound(account)) throw new Refusal('account_invalid'); // 3
    return account;
  }
}
