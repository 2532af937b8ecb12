import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors/api-error.js';
import { assertMayUse } from './access.guard.js';
import { ACCOUNT_SOURCE, type AccountSource } from './account.js';
import { bearerOf } from './bearer.js';
import { clientAddress } from '../proxies.js';
import { ENROLMENT_RULE, type EnrolmentRule } from './enrolment.js';
import { sessionAccount } from './session-account.js';
import { Sessions } from './sessions.js';

/** Repeats the checks of the access guard for responses that go on for long. */
@Injectable()
export class StillSignedIn {
  constructor(
    private readonly sessions: Sessions,
    @Inject(ACCOUNT_SOURCE) private readonly accounts: AccountSource,
    @Inject(ENROLMENT_RULE) private readonly enrolment: EnrolmentRule,
  ) {}

  /** Whether the account that the guard admitted could still make this request. @throws if a database is away */
  async mayUse(request: FastifyRequest, access: 'user' | 'admin'): Promise<boolean> {
    const { account: admitted } = request;
    try {
      const account =
        admitted?.by === 'session'
          ? await sessionAccount(request, this.sessions, this.accounts)
          : (await this.accounts.byBearer(bearerOf(request) ?? '', clientAddress(request)))?.account;
      if (account === undefined || account.id !== admitted?.id) return false;
      assertMayUse(access, account);
      return admitted.by !== 'session' || !(await this.enrolment.isOverdue(account));
    } catch (problem) {
      if (problem instanceof ApiError) return false;
      throw problem;
    }
  }
}
