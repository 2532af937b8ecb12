import { SetMetadata } from '@nestjs/common';
import { z } from 'zod';

/** Schema of a response in the envelope, for the OpenAPI document and for the tests that validate responses. */
export interface AnswerShape {
  /** `data` of a success. */
  readonly data: z.ZodType;
  /** Keys beside `success`, `message`, `data`. */
  readonly extras?: Readonly<Record<string, z.ZodType>>;
}

/** A response without the envelope: a page, plain text, or the JSON of another API. */
export interface BareAnswer {
  readonly contentType: string;
  readonly body?: z.ZodType;
}

export const ANSWERS = Symbol('answers');

/** Documents the response of a management route: `@ApiResponse(z.array(tokenResponse), listExtras)`. */
export const ApiResponse = (
  data: z.ZodType,
  extras?: z.ZodObject | NonNullable<AnswerShape['extras']>,
): MethodDecorator =>
  SetMetadata(ANSWERS, {
    data,
    extras: extras instanceof z.ZodObject ? (extras.shape as AnswerShape['extras']) : extras,
  } satisfies AnswerShape);

/** Documents a response without the envelope: `@ApiRawResponse('text/plain')`. */
export const ApiRawResponse = (contentType: string, body?: z.ZodType): MethodDecorator =>
  SetMetadata(ANSWERS, { contentType, body } satisfies BareAnswer);
