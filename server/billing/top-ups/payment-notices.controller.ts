import { Body, Controller, Get, Logger, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { paymentNoticeRequest, paymentNoticeResponse } from '../../contract/resources/top-up.js';
import { ApiRawResponse } from '../../core/http/api-response.js';
import { ApiRequest } from '../../core/http/api-request.js';
import { Requires } from '../../core/http/access/requires.js';
import { routeConfig } from '../../core/http/route-config.js';
import { PaymentNotices } from './payment-notices.service.js';

/** The signature covers every field, so a notice with repeated or non-text fields cannot be verified and is rejected. */
const notice = z.record(z.string().max(64), z.string().max(1000));

/** Called by the payment site, which repeats a notice until it receives `success`. */
@Controller('api/user/epay/notify')
export class PaymentNoticesController {
  private readonly logger = new Logger('Payments');

  constructor(private readonly notices: PaymentNotices) {}

  @Get()
  @Requires('public')
  @ApiRawResponse('text/plain', paymentNoticeResponse)
  @ApiRequest({ query: paymentNoticeRequest })
  byQuery(@Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    return this.receive(query, reply);
  }

  @Post()
  @Requires('public')
  @ApiRawResponse('text/plain', paymentNoticeResponse)
  @ApiRequest({ body: paymentNoticeRequest })
  @routeConfig({ takesForm: true })
  byForm(@Body() body: unknown, @Res() reply: FastifyReply): Promise<void> {
    return this.receive(body, reply);
  }

  private async receive(body: unknown, reply: FastifyReply): Promise<void> {
    const paid = await this.settle(body);
    await reply
      .code(200)
      .type('text/plain; charset=utf-8')
      .send(paid ? 'success' : 'fail');
  }

  private async settle(body: unknown): Promise<boolean> {
    const parsed = notice.safeParse(body);
    if (!parsed.success) return false;
    try {
      return await this.notices.receive(parsed.data);
    } catch (error) {
      // Nothing was committed, and the site repeats the notice.
      this.logger.error(`a payment notice could not be settled: ${String(error)}`);
      return false;
    }
  }
}
