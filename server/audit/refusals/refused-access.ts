import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../../contract/errors/api-error.js';
import type { ErrorCode } from '../../contract/errors/codes.js';
import type { AuditAction } from '../../contract/resources/audit.js';
import type { RequestOrigin } from '../../core/http/access/account.js';
import { clientAddress } from '../../core/http/proxies.js';
import type { Refusals } from '../../core/http/access/refusals.js';
import { AuditLog } from '../audit-log.js';
import { RefusalCounts } from './refusal-counts.js';

/** Characters of a tried name that are kept. */
const MAX_NAME_LENGTH = 64;
/** Routes of sign-ins by third parties. The route of passwords records its refusals itself: it knows the name. */
const THIRD_PARTY = /^\/api\/oauth\/(?!state$)[a-z]+(?:\/login)?$/;
/** Refusals of requests that are no sign-in: pages of other sites cause them with an image or a link. */
const NO_SIGN_IN: ReadonlySet<ErrorCode> = new Set([
  'request_not_from_console',
  'user_header_missing',
  'user_header_malformed',
  'user_header_mismatch',
  'not_signed_in',
]);
/** What is refused to a system access token, and to the session of an account that was banned. */
const OF_ACCESS: ReadonlySet<ErrorCode> = new Set(['access_token_invalid', 'user_banned', 'account_invalid']);

/** A refused sign-in or access token. */
export interface RefusedAccess {
  readonly action: Extract<AuditAction, 'sign_in_failed' | 'access_refused'>;
  /** The name that was tried; '' = none is known. */
  readonly name: string;
  /** The account with this name; 0 = none. */
  readonly userId: number;
  readonly origin: Omit<RequestOrigin, 'sessionRef'>;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Records refused sign-ins and access tokens: the first ones of a minute each, the others by their number. */
@Injectable()
export class AccessRefusals implements Refusals {
  private readonly logger = new Logger('Audit');

  constructor(
    private readonly audit: AuditLog,
    private readonly counts: RefusalCounts,
  ) {}

  refused(request: FastifyRequest, { code }: ApiError): void {
    const route = request.routeOptions.url ?? '';
    const isThirdParty = THIRD_PARTY.test(route) && !NO_SIGN_IN.has(code);
    if (!isThirdParty && !OF_ACCESS.has(code)) return;
    const origin = {
      address: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    };
    const action = isThirdParty ? 'sign_in_failed' : 'access_refused';
    const details = isThirdParty
      ? { method: route.split('/')[3], reason: code }
      : { route: `${request.method} ${route}`, reason: code };
    this.record({ action, name: '', userId: 0, origin, details }).catch((error: unknown) =>
      this.logger.error(`a refusal is not recorded: ${String(error)}`),
    );
  }

  /** The row of a refusal, unless there are too many of them in this minute. */
  async record({ action, name, userId, origin, details }: RefusedAccess): Promise<void> {
    const username = name.slice(0, MAX_NAME_LENGTH);
    const now = Math.floor(Date.now() / 1000);
    // Without Redis nothing is counted, and nothing is left out.
    const hasRow = await this.counts.count(origin.address, username, now).catch(() => true);
    if (hasRow) await this.audit.note({ action, actor: { id: 0, username }, userId, origin, details });
  }

  /** Writes a row for each address and name that was refused more often than had rows. @returns the number of rows */
  async sumUp(): Promise<number> {
    const found = await this.counts.finished(Math.floor(Date.now() / 1000));
    for (const { address, name, times, minute } of found)
      await this.audit.note({
        action: 'sign_in_failed',
        actor: { id: 0, username: name },
        origin: { address, userAgent: '', requestId: '' },
        details: { further: times, minute },
      });
    for (const minute of new Set(found.map((count) => count.minute))) await this.counts.forget(minute);
    return found.length;
  }
}
