/** The envelope of every response of the management API. */
import { z } from 'zod';
import { errorCodes, type ErrorCode } from './errors/codes.js';

/** Members of a request that its schema does not define, as dotted paths; absent if there were none. */
const ignored = z.array(z.string()).min(1).optional();

/**
 * Schema of a successful response.
 * @param extras members beside `data`
 */
export function successEnvelope(data: z.ZodType, extras?: z.ZodObject) {
  return z.strictObject({ success: z.literal(true), message: z.string(), data, ...extras?.shape, ignored });
}

/** A rejected or failed request. */
export const failureEnvelope = z
  .looseObject({
    success: z.literal(false),
    message: z.string().min(1),
    data: z.unknown(),
    /** Only if the gateway itself failed. */
    request_id: z.string().optional(),
    ignored,
    code: z
      .enum(Object.keys(errorCodes) as ErrorCode[])
      .describe('What happened. Codes are stable; messages may change and are not translated.'),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .describe(
        'Values that belong to the code, such as the name of a field. Validation errors name the `field` and the ' +
          '`rule` it failed. Absent for codes without values.',
      ),
  })
  .meta({ id: 'Failure' });
export type FailureEnvelope = z.infer<typeof failureEnvelope>;

/** A successful response with `Extras` beside `data`. */
export type SuccessEnvelope<Data, Extras extends object = object> = {
  success: true;
  message: string;
  data: Data;
  ignored?: string[];
} & Extras;

export type Envelope<Data, Extras extends object = object> = SuccessEnvelope<Data, Extras> | FailureEnvelope;
