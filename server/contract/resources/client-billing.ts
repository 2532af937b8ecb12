/** Billing routes in the format of OpenAI, which API clients call with a token's key. */
import { z } from 'zod';

export const subscriptionResponse = z
  .strictObject({
    object: z.literal('billing_subscription'),
    has_payment_method: z.literal(true),
    soft_limit_usd: z.number(),
    hard_limit_usd: z.number(),
    system_hard_limit_usd: z.number(),
    /** Unix seconds; 0 = no expiry. */
    access_until: z.int(),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionResponse = z.infer<typeof subscriptionResponse>;

export const clientUsageResponse = z
  .strictObject({
    object: z.literal('list'),
    /** Hundredths of a USD or of a quota unit. */
    total_usage: z.number(),
  })
  .meta({ id: 'ClientUsage' });
export type ClientUsageResponse = z.infer<typeof clientUsageResponse>;

/** Sent by clients and ignored: the figures cover the whole lifetime of the key. */
export const clientUsageQuery = z.object({
  start_date: z.string().optional(),
  end_date: z.string().optional(),
});

export const clientBillingError = z
  .object({
    error: z.looseObject({ message: z.string(), type: z.string() }),
  })
  .meta({ id: 'ClientBillingError' });
