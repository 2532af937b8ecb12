import { z } from 'zod';
import { pageParameters, pageResponse } from '../../query.js';

/** What changes a balance besides requests. */
export const CREDIT_KINDS = ['opening', 'grant', 'topup', 'redemption', 'transfer', 'adjust'] as const;

/** A change of the caller's balance that is no charge. */
export const creditResponse = z
  .strictObject({
    id: z.int(),
    /** Unix seconds. */
    created_at: z.int(),
    kind: z
      .enum(CREDIT_KINDS)
      .describe(
        'opening: start balance; grant: gift, such as for an invitation; topup: payment; redemption: code; transfer: invitation reward; adjust: by an administrator.',
      ),
    /** Quota units; negative where an administrator took them. */
    quota: z.int(),
    /** Id of the redeemed code; 0 = none. */
    redemption_id: z.int(),
    /** Number of the order at the payment site; '' = none. */
    order: z.string(),
    reason: z.string().describe("An administrator's reason; '' = none."),
    /** What was paid for the order, in the payment site's currency; 0 = nothing. */
    paid: z.number(),
  })
  .meta({ id: 'Credit' });
export type CreditResponse = z.infer<typeof creditResponse>;

export const creditPageResponse = pageResponse(creditResponse).meta({ id: 'CreditPage' });
export type CreditPageResponse = z.infer<typeof creditPageResponse>;

export const creditQuery = z.object(pageParameters);
export type CreditQuery = z.infer<typeof creditQuery>;
