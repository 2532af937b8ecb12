import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ACCOUNT_SOURCE, type AccountSource } from '../../core/http/access/account.js';
import { ENROLMENT_RULE, type EnrolmentRule } from '../../core/http/access/enrolment.js';
import { dependencyError } from '../../core/http/dependency-failure.js';
import { checkUserHeader, isWellFormed, sessionAccount } from '../../core/http/access/session-account.js';
import { Sessions } from '../../core/http/access/sessions.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { TokenOwner } from '../../tokens/token-identity.js';
import { TokenIdentitiesRepository } from '../../tokens/token-identities.repository.js';

/** Finds the users of the console's playground by their session. */
@Injectable()
export class PlaygroundUsers {
  constructor(
    private readonly sessions: Sessions,
    @Inject(ACCOUNT_SOURCE) private readonly accounts: AccountSource,
    @Inject(ENROLMENT_RULE) private readonly enrolment: EnrolmentRule,
    private readonly identities: TokenIdentitiesRepository,
  ) {}

  /**
   * Returns the current user record of the request's session.
   * @throws ApiError 400 for tokens of any kind, 401 without a session, 403 before a required second factor is set up, 503 if a database is unavailable
   */
  of(request: FastifyRequest): Promise<TokenOwner> {
    return this.found(request, true);
  }

  /** As `of`, for pages that cannot send headers, such as the source of a video: GET requests that change nothing. */
  ofSession(request: FastifyRequest): Promise<TokenOwner> {
    return this.found(request, false);
  }

  private async found(request: FastifyRequest, checksHeader: boolean): Promise<TokenOwner> {
    try {
      return await this.find(request, checksHeader);
    } catch (error) {
      throw dependencyError(error) ?? error;
    }
  }

  private async find(request: FastifyRequest, checksHeader: boolean): Promise<TokenOwner> {
    const account = await sessionAccount(request, this.sessions, this.accounts);
    if (account === undefined)
      throw new ApiError(request.headers.authorization ? 'access_token_not_supported' : 'not_signed_in');
    if (checksHeader) checkUserHeader(request, account);
    if (await this.enrolment.isOverdue(account)) throw new ApiError('second_factor_required');
    const owner = isWellFormed(account) ? await this.identities.ownerById(account.id) : undefined;
    if (owner === undefined) throw new ApiError('not_signed_in');
    return owner;
  }
}
