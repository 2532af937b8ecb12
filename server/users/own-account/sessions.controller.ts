import { Controller, Delete, Get, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuditLog } from '../../audit/audit-log.js';
import { Account, requireSession, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { Requires } from '../../core/http/access/requires.js';
import { Sessions } from '../../core/http/access/sessions.js';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  sessionId,
  sessionResponse,
  type SessionResponse,
} from '../../contract/resources/accounts/session.js';

/** Lists and ends the sessions of an account. */
@Controller('api/user/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('user')
  @ApiResponse(z.array(sessionResponse))
  async list(@Account() account: SignedIn): Promise<SessionResponse[]> {
    const found = await this.sessions.list(account);
    return found.map((session) => ({
      id: session.ref,
      address: session.address,
      user_agent: session.userAgent,
      first_seen: Math.floor(session.openedAt / 1000),
      last_seen: Math.floor(session.lastSeenAt / 1000),
      ends_at: Math.floor(this.sessions.endsAt(session, account.role) / 1000),
      current: session.ref === account.session?.ref,
    }));
  }

  /** Ends all sessions except the one of this request and returns how many were ended. */
  @Delete()
  @Requires('user')
  @ApiResponse(z.int())
  async endOthers(@Account() account: SignedIn, @Req() request: FastifyRequest): Promise<number> {
    requireSession(account);
    const { id, session } = account;
    const others = (await this.sessions.list(account)).filter(({ ref }) => ref !== session?.ref);
    await Promise.all(others.map(({ ref }) => this.sessions.end(id, ref)));
    await this.ended(account, others.length, request);
    return others.length;
  }

  @Delete(':session')
  @Requires('user')
  @ApiResponse(z.null())
  async end(
    @Account() account: SignedIn,
    @Param('session', { schema: sessionId }) name: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    requireSession(account);
    if (!(await this.sessions.end(account.id, name))) throw new ApiError('session_not_found');
    await this.ended(account, 1, request);
  }

  private ended(actor: SignedIn, sessions: number, request: FastifyRequest): Promise<void> {
    const origin = this.devices.originOf(request);
    return this.audit.note({ action: 'session_ended', actor, details: { sessions }, origin });
  }
}
