import { Catch, Logger, type ArgumentsHost } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorMembers } from '../../core/http/envelope.js';
import { ignoredMembers } from '../../core/http/lenient-input.js';
import { ApiErrorFilter } from '../../core/http/api-error.filter.js';
import { ApiError } from '../../contract/errors/api-error.js';

const HANDLED = 200;

/** Payment routes report errors as message `error` with the reason in `data`. Authentication errors use the usual format. */
@Catch()
export class PaymentFilter extends ApiErrorFilter {
  private readonly payments = new Logger('Payments');

  override catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!(error instanceof ApiError) || error.status !== HANDLED || request.account === undefined)
      return super.catch(error, host);
    if (error.cause instanceof Error) this.payments.error(`${error.code}: ${error.cause.message}`);
    void http
      .getResponse<FastifyReply>()
      .code(HANDLED)
      .send({
        success: false,
        message: 'error',
        data: error.message,
        ...ignoredMembers(request),
        ...errorMembers(error),
      });
  }
}
