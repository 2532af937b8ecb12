import { z } from 'zod';
import { integerParameter } from '../../query.js';

/**
 * Why a charge was more than the balance could pay:
 *
 * - `beyond_hold`: the provider reported more usage than was held for the request.
 * - `flat_hold`: the same, while the option `FlatHoldEnabled` held a flat amount.
 * - `balance_lowered`: an administrator or the token's owner lowered the balance while the request was running.
 * - `hold_expired`: the hold was gone, because its server was taken for dead, and other requests spent the balance.
 * - `unknown`: the log row is missing, or an earlier release posted the charge.
 */
export const writeOffCause = z.enum([
  'beyond_hold',
  'flat_hold',
  'balance_lowered',
  'hold_expired',
  'unknown',
]);
export type WriteOffCause = z.infer<typeof writeOffCause>;

export const writeOffsQuery = z.object({
  start_timestamp: integerParameter('Unix seconds, inclusive; 30 days before the end if absent.'),
  end_timestamp: integerParameter('Unix seconds, inclusive; now if absent.'),
});
export type WriteOffsQuery = z.infer<typeof writeOffsQuery>;

/** What was written off, by hour, cause and channel; the newest first, at most 10,000 rows. */
export const writeOffsResponse = z
  .array(
    z.object({
      /** Start of the hour, Unix seconds. */
      hour: z.int(),
      cause: writeOffCause,
      /** 0 = none. */
      channel_id: z.int(),
      charges: z.int(),
      /** Quota units; negative where a later settlement lowered a charge. */
      quota: z.number(),
    }),
  )
  .meta({ id: 'WriteOffs' });
export type WriteOffsResponse = z.infer<typeof writeOffsResponse>;
