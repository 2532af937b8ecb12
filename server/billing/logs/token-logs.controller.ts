import { Controller, Get, Headers, Options, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiResponse } from '../../core/http/api-response.js';
import { RateLimits } from '../../core/http/rate-limits.js';
import { Requires } from '../../core/http/access/requires.js';
import { answerPreflight, openToPages } from '../cross-origin.js';
import { keyArrivalOf } from '../key-holder.js';
import { bareKey, keyFromHeader } from '../token-key.js';
import {
  logResponse,
  tokenLogsQuery,
  type LogResponse,
  type TokenLogsQuery,
} from '../../contract/resources/logs/log.js';
import { TokenLogs } from './token-logs.service.js';

@Controller('api/log/token')
export class TokenLogsController {
  constructor(
    private readonly logs: TokenLogs,
    private readonly limits: RateLimits,
  ) {}

  /** The key is sent in the query by older clients. The header is preferable, since proxies do not log it. */
  @Get()
  @Requires('public')
  @ApiResponse(z.array(logResponse))
  async list(
    @Query({ schema: tokenLogsQuery }) { key }: TokenLogsQuery,
    @Headers('authorization') authorization: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LogResponse[]> {
    // Set before the rate limit, so that pages of other origins can read its error as well.
    openToPages(reply);
    await this.limits.countCritical(request);
    const queryKey = bareKey(key);
    return this.logs.list(queryKey === '' ? keyFromHeader(authorization) : queryKey, keyArrivalOf(request));
  }

  @Options()
  @Requires('public')
  preflight(@Res() reply: FastifyReply): Promise<void> {
    return answerPreflight(reply);
  }
}
