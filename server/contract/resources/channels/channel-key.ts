import { z } from 'zod';

/** One key of a channel, as administrators see it. */
export const channelKeyResponse = z
  .strictObject({
    /** Line within the channel's key, from 0. */
    index: z.int(),
    /** The last characters of the key; the rest never leaves the server. Of a reference, all of it. */
    masked: z.string(),
    enabled: z.boolean(),
    /** Why it was disabled, or ''. */
    reason: z.string(),
    /** Unix seconds; 0 = not disabled. */
    disabled_time: z.int(),
  })
  .meta({ id: 'ChannelKey' });
export type ChannelKeyResponse = z.infer<typeof channelKeyResponse>;
