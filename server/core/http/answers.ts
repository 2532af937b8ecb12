import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** What the OpenAPI document says about an answer, and what the tests hold answers against. */
export interface AnswerShape {
  /** `data` of a success. */
  readonly data: z.ZodType;
  /** Keys beside `success`, `message`, `data`. */
  readonly extras?: Readonly<Record<string, z.ZodType>>;
}

export const ANSWERS = Symbol('answers');

/** Describes what a management route answers: `@Answers(z.array(tokenAnswer), { total: z.int() })`. */
export const Answers = (data: z.ZodType, extras?: AnswerShape['extras']): MethodDecorator =>
  SetMetadata(ANSWERS, { data, extras } satisfies AnswerShape);
