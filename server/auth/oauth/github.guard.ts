import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors/api-error.js';
import { errorOf } from '../../core/http/schema.pipe.js';
import { oauthRedirectQuery, type OAuthRedirectQuery } from '../../contract/resources/accounts/auth.js';
import type { Identity } from './providers.js';
import { ReturnService } from './return.service.js';
import type { Started } from './states.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `GithubGuard`: the record of the sign-in that the browser started. */
    githubStarted?: Started;
    /** Set by `GithubGuard`: the user as GitHub identified them. */
    githubIdentity?: Identity;
  }
}

/**
 * Lets a browser return from GitHub with a valid state, and identifies its user with `GithubStrategy`. The state is
 * checked first, so that a request without one never makes the gateway call GitHub.
 * @throws ApiError for a wrong state, a missing code, or if GitHub does not identify the user
 */
@Injectable()
export class GithubGuard extends AuthGuard('github') {
  constructor(private readonly returns: ReturnService) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { code, state } = queryOf(request);
    request.githubStarted = await this.returns.verify(request, 'github', state);
    if (code === '') throw new ApiError('invalid_parameters');
    await super.canActivate(context);
    return true;
  }

  /** Passport gets the code only. It adds members to its request, and would interpret other parameters. */
  override getRequest(context: ExecutionContext): object {
    return { query: { code: queryOf(requestOf(context)).code } };
  }

  override handleRequest<User>(error: unknown, user: User, _info: unknown, context: ExecutionContext): User {
    if (error || !user) throw apiErrorOf(error);
    Object.assign(requestOf(context), { githubIdentity: user });
    return user;
  }
}

function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}

/** Guards run before the pipe that validates queries. */
function queryOf({ query }: FastifyRequest): OAuthRedirectQuery {
  const valid = oauthRedirectQuery.safeParse(query);
  if (valid.success) return valid.data;
  throw errorOf(valid.error.issues[0] ?? { message: '' });
}

/** The library wraps errors of the token exchange in one with the member `oauthError`. */
function apiErrorOf(error: unknown): ApiError {
  const cause = error instanceof Error && 'oauthError' in error ? error.oauthError : error;
  return cause instanceof ApiError ? cause : new ApiError('github_unreachable', {}, { cause });
}
