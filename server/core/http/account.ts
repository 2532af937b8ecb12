import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import type { FastifyRequest } from 'fastify';

/** The user behind a management request, as currently stored. */
export interface AccountState {
  readonly id: number;
  readonly username: string;
  /** 1 user, 10 admin, 100 root. */
  readonly role: number;
  /** 1 enabled; accounts with any other status may do nothing. */
  readonly status: number;
  readonly group: string;
  /** Sessions opened under another version are invalid. */
  readonly sessionVersion: number;
  /** Whether the account has an authenticator app or a passkey. */
  readonly secondFactor: boolean;
  /** When the account was first asked for the second factor that is required of it, Unix seconds; 0 = never. */
  readonly secondFactorAskedAt: number;
}

/** Looks up accounts for the access guard; a feature provides it under `ACCOUNT_SOURCE`. Deleted users are not found. */
export interface AccountSource {
  byId(id: number): Promise<AccountState | undefined>;
  byAccessToken(token: string): Promise<AccountState | undefined>;
}

export const ACCOUNT_SOURCE = Symbol('account source');

/** An account and how it authenticated this request. */
export interface SignedIn extends AccountState {
  readonly by: 'session' | 'access-token';
  /** For a session: its public reference, and the time of the sign-in, Unix ms. */
  readonly session?: { readonly ref: string; readonly signedInAt: number };
}

/**
 * Whoever finds a system access token must not get a hold of the account by it: more tokens, other sessions, the keys.
 * @throws ApiError session_required
 */
export function requireSession({ by }: SignedIn): void {
  if (by !== 'session') throw new ApiError('session_required');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard. */
    account?: SignedIn;
  }
}

/** The signed-in account; `undefined` only on routes that are public or optional. */
export const Account = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SignedIn | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().account,
);
