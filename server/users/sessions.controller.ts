import { Controller, Delete, Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/requires.js';
import { Sessions } from '../core/http/sessions.js';
import { ApiError } from '../contract/errors/api-error.js';
import { sessionId, sessionResponse, type SessionResponse } from '../contract/resources/session.js';

/** Lists and ends the sessions of an account. */
@Controller('api/user/sessions')
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  @Get()
  @Requires('user')
  @ApiResponse(z.array(sessionResponse))
  async list(@Account() { id, sessionVersion, session }: SignedIn): Promise<SessionResponse[]> {
    const found = await this.sessions.list(id, sessionVersion);
    return found.map(({ ref, address, userAgent, openedAt, lastSeenAt }) => ({
      id: ref,
      address,
      user_agent: userAgent,
      first_seen: Math.floor(openedAt / 1000),
      last_seen: Math.floor(lastSeenAt / 1000),
      current: ref === session?.ref,
    }));
  }

  /** Ends all sessions except the one of this request and returns how many were ended. */
  @Delete()
  @Requires('user')
  @ApiResponse(z.int())
  async endOthers(@Account() { id, sessionVersion, session }: SignedIn): Promise<number> {
    const others = (await this.sessions.list(id, sessionVersion)).filter(({ ref }) => ref !== session?.ref);
    await Promise.all(others.map(({ ref }) => this.sessions.end(id, ref)));
    return others.length;
  }

  @Delete(':session')
  @Requires('user')
  @ApiResponse(z.null())
  async end(
    @Account() { id }: SignedIn,
    @Param('session', { schema: sessionId }) name: string,
  ): Promise<void> {
    if (!(await this.sessions.end(id, name))) throw new ApiError('session_not_found');
  }
}
