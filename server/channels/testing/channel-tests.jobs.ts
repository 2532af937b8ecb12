import { z } from 'zod';

/** One job at a time, in the whole fleet: a run over all channels. */
export const CHANNEL_TESTS_QUEUE = 'channels.test';

/** `by`: who asked, and whose name the log shows; absent when it was the clock. */
export const channelTestsPayload = z.strictObject({
  by: z.strictObject({ id: z.int(), username: z.string() }).optional(),
});
export type ChannelTestsPayload = z.infer<typeof channelTestsPayload>;

/** How far a run is. A worker that takes over from a dead one goes on from here. */
export const channelTestsProgress = z.strictObject({
  /** Unix seconds. */
  started_at: z.int(),
  total: z.int(),
  done: z.int(),
  /** Of those done: not asked, since channels of their type cannot be. */
  skipped: z.int(),
  failed: z.int(),
  disabled: z.int(),
  enabled: z.int(),
});
export type ChannelTestsProgress = z.infer<typeof channelTestsProgress>;
