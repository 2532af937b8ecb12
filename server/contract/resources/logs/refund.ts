import { z } from 'zod';
import { lengthOf, MAX_QUOTA } from '../../fields.js';
import { MAX_REFUND_REASON_LENGTH } from '../../limits.js';

/** Gives back what a request was charged. */
export const refundRequest = z.strictObject({
  quota: z
    .int()
    .positive('refund_too_small')
    .max(MAX_QUOTA)
    .optional()
    .describe('Quota units; absent = all that is left of the charge.'),
  reason: z
    .string()
    .trim()
    .min(1, 'refund_reason_missing')
    .refine((text) => lengthOf(text) <= MAX_REFUND_REASON_LENGTH, 'refund_reason_too_long')
    .describe('Shown to the user in the log.'),
});
export type RefundRequest = z.infer<typeof refundRequest>;

export const refundResponse = z
  .strictObject({
    /** Quota units given back. */
    refunded: z.int(),
  })
  .meta({ id: 'Refund' });
export type RefundResponse = z.infer<typeof refundResponse>;
