import {
  Catch,
  HttpException,
  Inject,
  Logger,
  Optional,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sqlState } from '../postgres/sql-errors.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { PlainErrorCode } from '../../contract/errors/codes.js';
import type { LogEntry } from '../logger.js';
import { dependencyError } from './dependency-failure.js';
import { errorMembers } from './envelope.js';
import { ignoredMembers } from './lenient-input.js';
import { notFound } from './not-found.js';
import { REFUSALS, type Refusals } from './access/refusals.js';

/** SQLSTATE of text that contains a NUL, which Postgres cannot store. */
const UNSTORABLE_TEXT = '22021';
/** SQLSTATE of a statement that reached its time limit, or was cancelled by an administrator of the database. */
const QUERY_CANCELED = '57014';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `routeConfig`: error code for an unreadable body, if the route does not use the default. */
    malformedBody?: PlainErrorCode;
  }
}

/** Converts errors of management routes to the envelope. Only the message of an ApiError reaches the client. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  /** @param refusals absent where no feature wants to know */
  constructor(@Optional() @Inject(REFUSALS) private readonly refusals?: Refusals) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (hasLeft(request)) {
      // No response is possible, and logging at a higher level would let clients fill the log by disconnecting.
      this.logger.debug(about(request, 'the client left while it sent its body'));
      reply.hijack();
      request.raw.destroy();
      return;
    }
    if (reply.sent) {
      this.logger.error(about(request, `failed after its answer was sent: ${describe(error)}`));
      return;
    }
    if (error instanceof HttpException && error.getStatus() === 404) {
      void reply.code(404).send(notFound(request.method, request.url));
      return;
    }
    const apiError = this.translate(error, request);
    this.refusals?.refused(request, apiError);
    if (apiError.retryAfterSeconds !== undefined)
      void reply.header('Retry-After', apiError.retryAfterSeconds);
    const requestId = apiError.status >= 500 ? { request_id: request.id } : {};
    void reply.code(apiError.status).send({
      success: false,
      message: apiError.message,
      data: null,
      ...requestId,
      ...ignoredMembers(request),
      ...errorMembers(apiError),
    });
  }

  private translate(error: unknown, request: FastifyRequest): ApiError {
    if (error instanceof ApiError) {
      if (error.cause !== undefined)
        this.logger.warn(about(request, `${error.code}: ${describe(error.cause)}`));
      return error;
    }
    const unavailable = dependencyError(error);
    if (unavailable) {
      this.logger.error(about(request, describe(error)));
      return unavailable;
    }
    if (sqlState(error) === QUERY_CANCELED) {
      this.logger.warn(about(request, describe(error)));
      return new ApiError('query_too_long', {}, { cause: error });
    }
    if (sqlState(error) === UNSTORABLE_TEXT) return new ApiError('invalid_parameters');
    const status = statusOf(error);
    if (status === 413)
      return new ApiError('request_too_large', { limit: sizeText(request.routeOptions.bodyLimit) });
    if (status !== undefined && status < 500)
      return new ApiError(request.routeOptions.config.malformedBody ?? 'invalid_parameters');
    const stack = error instanceof Error ? error.stack : undefined;
    this.logger.error({ ...about(request, describe(error)), stack });
    return new ApiError('internal_error', {}, { cause: error });
  }
}

/** A log line about a request. The route is logged instead of the URL, whose parameters may be secrets. */
function about(request: FastifyRequest, message: string): LogEntry {
  const { id: requestId, method, routeOptions } = request;
  return { requestId, route: `${method} ${routeOptions.url}`, message };
}

/** True if the client disconnected before its body was complete. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return !raw.complete && raw.destroyed;
}

/** @param bytes the route's body limit */
function sizeText(bytes: number | undefined = 0): string {
  return bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / 1024 / 1024)} MiB`;
}

/** The status that Nest or Fastify assigned to an error in reading the request, such as invalid JSON. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
