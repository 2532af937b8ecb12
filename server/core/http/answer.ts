import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';

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

/** The management envelope: always these three keys. */
export interface Envelope {
  success: boolean;
  message: string;
  data: unknown;
}

/** Puts every management answer into the envelope. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<Envelope> {
    return next.handle().pipe(
      map((value: unknown) => {
        const answer = value instanceof Answer ? value : new Answer(value);
        return { success: true, message: answer.message, data: answer.data ?? null, ...answer.extras };
      }),
    );
  }
}
