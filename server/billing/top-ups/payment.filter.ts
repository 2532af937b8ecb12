import { Catch, Logger, type ArgumentsHost } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoredMembers } from '../../core/http/lenient-input.js';
import { RefusalFilter } from '../../core/http/refusal.filter.js';
import { Refusal } from '../../core/refusal.js';

const HANDLED = 200;

/** Payment calls say `error` as their message and why in `data`; who may not call at all hears it as everywhere else. */
@Catch()
export class PaymentFilter extends RefusalFilter {
  private readonly payments = new Logger('Payments');

  override catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!(error instanceof Refusal) || error.status !== HANDLED || request.account === undefined)
      return super.catch(error, host);
    if (error.cause instanceof Error) this.payments.error(`${error.code}: ${error.cause.message}`);
    void http
      .getResponse<FastifyReply>()
      .code(HANDLED)
      .send({ success: false, message: 'error', data: error.message, ...ignoredMembers(request) });
  }
}
