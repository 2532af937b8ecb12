import { z } from 'zod';

/**
 * Members of providers' usage objects that no reader knows and that had a number above 0, the last seen first; at most 1000.
 * A provider may bill by them, and they are not charged.
 */
export const unreadUsageResponse = z
  .array(
    z.object({
      /** Id of the channel type, as in `/api/channel/types`. */
      provider: z.string(),
      /** Place in the usage object (`prompt_tokens_details.new_tokens`); `other` for what cannot be named. */
      member: z.string(),
      /** Upstream name. */
      model: z.string(),
      /** Unix seconds. */
      first_seen: z.int(),
      /** Unix seconds. */
      last_seen: z.int(),
      /** Requests. */
      count: z.int(),
      /** The value of the last request. */
      example: z.number(),
    }),
  )
  .meta({ id: 'UnreadUsage' });
export type UnreadUsageResponse = z.infer<typeof unreadUsageResponse>;
