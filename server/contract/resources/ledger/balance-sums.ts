import { z } from 'zod';

/** The quota of the whole installation. Amounts are quota units. */
export const balanceSumsResponse = z
  .object({
    users: z.int(),
    /** Sum of the balances of all users. */
    balances: z.number(),
    redemptionCodes: z.int(),
    /** Sum of the codes that can still be redeemed. */
    redeemable: z.number(),
  })
  .meta({ id: 'BalanceSums' });

export type BalanceSumsResponse = z.infer<typeof balanceSumsResponse>;
