import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AdminKeyScope } from '../../../contract/admin-key-scopes.js';
import { ApiError } from '../../../contract/errors/api-error.js';
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

/** The owner of a system access token or of an admin key. */
export type Bearer =
  | { readonly account: AccountState; readonly by: 'access-token' }
  | { readonly account: AccountState; readonly by: 'admin-key'; readonly key: AdminKeyRights };

/** An admin key and what it allows. */
export interface AdminKeyRights {
  readonly id: number;
  readonly scopes: readonly AdminKeyScope[];
}

/** Looks up accounts for the access guard; a feature provides it under `ACCOUNT_SOURCE`. Deleted users are not found. */
export interface AccountSource {
  byId(id: number): Promise<AccountState | undefined>;
  /**
   * @param clientIp as `clientAddress` returns it
   * @throws ApiError access_token_disabled, admin_key_ip_forbidden
   */
  byBearer(token: string, clientIp: string): Promise<Bearer | undefined>;
}

export const ACCOUNT_SOURCE = Symbol('account source');

/** Where a request came from, as the audit log has it. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Public reference of the session, `access-token`, `admin-key:` and its id, or '' if the request has none of them. */
  readonly sessionRef: string;
}

/** The account that does something that the audit log records. */
export interface Acting {
  readonly id: number;
  readonly username: string;
  /** Absent: it is no request, such as a command or a job. */
  readonly origin?: RequestOrigin | undefined;
}

/** An account and how it authenticated this request. */
export interface SignedIn extends AccountState {
  readonly by: 'session' | 'access-token' | 'admin-key';
  /** Set by the access guard. */
  readonly origin?: RequestOrigin;
  /** For a session: its public reference, and when its owner last proved who they are, Unix ms. */
  readonly session?: { readonly ref: string; readonly confirmedAt: number };
  readonly key?: AdminKeyRights;
}

/**
 * A leaked system access token or admin key must not be enough to take the account over: to make more tokens, end sessions, read keys.
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
