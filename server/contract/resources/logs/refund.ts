import { z } from 'zod';
import { MAX_QUOTA, reason } from '../../fields.js';

/** Gives back what a request was charged. */
export const refundRequest = z.strictObject({
  quota: z
    .int()
    .positive('refund_too_small')
    .max(MAX_QUOTA)
    .optional()
    .describe('Quota units; absent = all that is left of the charge.'),
  reason,
});
export type RefundRequest = z.infer<typeof refundRequest>;

export const refundResponse = z
  .strictObject({
    /** Quota units given back. */
    refunded: z.int(),
  })
  .meta({ id: 'Refund' });
export type RefundResponse = z.infer<typeof refundResponse>;
