import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { ApiError } from '../../contract/errors/api-error.js';
import type { ErrorCode } from '../../contract/errors/codes.js';
import type { ParamValues } from '../../contract/errors/text.js';
import { ignoredMembers, readLeniently } from './lenient-input.js';

/** A response with a message or extra keys besides `data`. */
export class Answer<T> {
  constructor(
    readonly data: T,
    readonly message: string = '',
    readonly extras: Readonly<Record<string, unknown>> = {},
  ) {}
}

/** Adds top-level keys beside `success`, `message`, `data`. */
export const withExtras = <T>(data: T, extras: Readonly<Record<string, unknown>>) =>
  new Answer(data, '', extras);

/** A successful response with a message. */
export const withMessage = <T>(message: string, data: T) => new Answer(data, message);

/**
 * The management envelope: always `success`, `message` and `data`, and the ignored members of the request if there were
 * any.
 */
export interface Envelope {
  success: boolean;
  message: string;
  data: unknown;
  ignored?: readonly string[];
}

/** What failed answers have beside the members of every envelope; clients translate and decide by these. */
interface ErrorMembers {
  readonly code: ErrorCode;
  /** Absent if the code has no parameters. */
  readonly params?: ParamValues;
}

export function errorMembers({ code, params }: ApiError): ErrorMembers {
  return Object.keys(params).length === 0 ? { code } : { code, params };
}

/**
 * Wraps every management response in the envelope. It runs before the pipes, so it also sets how they read the
 * request.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<Envelope> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    readLeniently(request);
    return next.handle().pipe(
      map((value: unknown) => {
        const answer = value instanceof Answer ? value : new Answer(value);
        return {
          success: true,
          message: answer.message,
          data: answer.data ?? null,
          ...answer.extras,
          ...ignoredMembers(request),
        };
      }),
    );
  }
}
