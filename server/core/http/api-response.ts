import { applyDecorators } from '@nestjs/common';
import { z } from 'zod';
import { failureEnvelope, successEnvelope } from '../../contract/envelope.js';
import { describedBy } from './api-description.js';
import { routeConfig } from './route-config.js';

/** Schema of a response in the envelope. */
export interface EnvelopedResponse {
  /** `data` of a success. */
  readonly data: z.ZodType;
  /** Members beside `success`, `message` and `data`. */
  readonly extras: z.ZodObject | undefined;
}

/** A response without the envelope: a page, plain text, or the JSON of another API. */
export interface RawResponse {
  readonly contentType: string;
  readonly body: z.ZodType | undefined;
}

const description = 'A handled outcome, including rejections.';

/** Declares the response of a management route: `@ApiResponse(z.array(tokenResponse), listExtras)`. */
export const ApiResponse = (data: z.ZodType, extras?: z.ZodObject): MethodDecorator =>
  applyDecorators(
    routeConfig({ response: { data, extras } }),
    describedBy(({ ApiOkResponse }) => [
      ApiOkResponse({ description, standardSchema: successEnvelope(data, extras).or(failureEnvelope) }),
    ]),
  );

/** Declares a response without the envelope: `@ApiRawResponse('text/plain')`. */
export const ApiRawResponse = (contentType: string, body?: z.ZodType): MethodDecorator =>
  applyDecorators(
    routeConfig({ response: { contentType, body } }),
    describedBy(({ ApiOkResponse, ApiProduces }) => [
      ApiProduces(contentType),
      ApiOkResponse({ description, standardSchema: body ?? z.string() }),
    ]),
  );
