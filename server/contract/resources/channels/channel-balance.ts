import { z } from 'zod';

/** A balance as the provider of a channel reports it. */
export const providerBalance = z
  .strictObject({
    amount: z.number(),
    unit: z
      .string()
      .describe('ISO 4217 code of the currency; `characters` or `points` where the balance is no money.'),
  })
  .meta({ id: 'ProviderBalance' });
export type ProviderBalance = z.infer<typeof providerBalance>;

/** Members beside `data` of a balance update. */
export const channelBalanceExtras = z.strictObject({
  /** USD: the sum of the balances whose currency has an exchange rate. */
  balance: z.number(),
  balances: z.array(providerBalance),
});
export type ChannelBalanceExtras = z.infer<typeof channelBalanceExtras>;
