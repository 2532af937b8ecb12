import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { acceptLeniently, ignoredMembers } from './lenient-input.js';

/** An answer that needs more than `data`. */
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

/** A success that says something. */
export const withMessage = <T>(message: string, data: T) => new Answer(data, message);

/** The management envelope: always these three keys, and which members of the request were ignored. */
export interface Envelope {
  success: boolean;
  message: string;
  data: unknown;
  ignored?: readonly string[];
}

/** Puts every management answer into the envelope. It runs before the pipes, so it also prepares the request for them. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<Envelope> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    acceptLeniently(request, context.getClass(), context.getHandler());
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
