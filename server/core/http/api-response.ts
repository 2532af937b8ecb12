import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** What the OpenAPI document says about an answer, and what the tests hold answers against. */
export interface AnswerShape {
  /** `data` of a success. */
  readonly data: z.ZodType;
  /** Keys beside `success`, `message`, `data`. */
  readonly extras?: Readonly<Record<string, z.ZodType>>;
}

/** An answer that stands outside the envelope: a page, a plain text, another house's JSON. */
export interface BareAnswer {
  readonly contentType: string;
  readonly body?: z.ZodType;
}

export const ANSWERS = Symbol('answers');

/** Describes what a management route answers: `@Answers(z.array(tokenAnswer), { total: z.int() })`. */
export const ApiResponse = (data: z.ZodType, extras?: AnswerShape['extras']): MethodDecorator =>
  SetMetadata(ANSWERS, { data, extras } satisfies AnswerShape);

/** Describes an answer without the envelope: `@AnswersBare('text/plain')`. */
export const ApiRawResponse = (contentType: string, body?: z.ZodType): MethodDecorator =>
  SetMetadata(ANSWERS, { contentType, body } satisfies BareAnswer);
