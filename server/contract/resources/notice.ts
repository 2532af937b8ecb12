import { z } from 'zod';

/** A notice that was published to all visitors. */
export const noticeResponse = z
  .strictObject({
    id: z.int(),
    /** Markdown or HTML. */
    text: z.string(),
    /** Unix seconds; 0 = not known. */
    created_at: z.int(),
  })
  .meta({ id: 'Notice' });
export type NoticeResponse = z.infer<typeof noticeResponse>;

export const noticeListResponse = z.array(noticeResponse);

/** Path parameter. */
export const noticeId = z.coerce
  .number('invalid_parameters')
  .int('invalid_parameters')
  .positive('invalid_parameters')
  .max(2 ** 31 - 1, 'invalid_parameters');
