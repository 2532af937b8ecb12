import { z } from 'zod';
import { MAX_CHANNEL_CHANGES, MAX_DRAIN_MINUTES } from '../../limits.js';
import { valuesBefore } from '../../fields.js';
import { MAX_CHANNEL_ID, MAX_IDS, updateChannelRequest } from './channel.js';

const ids = z.array(z.int().positive().max(MAX_CHANNEL_ID)).min(1).max(MAX_IDS);

export const drainChannelsRequest = z.strictObject({
  ids,
  /** For which they get no new requests, from now; 0 = they get them again. */
  minutes: z.int().min(0).max(MAX_DRAIN_MINUTES),
});
export type DrainChannelsRequest = z.infer<typeof drainChannelsRequest>;

const { priority, weight, group, models, tag } = updateChannelRequest.shape;

/** The same new values for several channels; absent or null = unchanged, an empty tag removes it. */
const channelChange = z.strictObject({
  ids,
  priority,
  weight,
  group,
  models,
  tag,
  /** What all of these channels had when they were displayed. */
  before: valuesBefore('priority', 'weight', 'group', 'models', 'tag'),
});
export type ChannelsChange = z.infer<typeof channelChange>;

/** All changes are made, or none. A channel is in one of them at most. */
export const changeChannelsRequest = z.strictObject({
  changes: z.array(channelChange).min(1).max(MAX_CHANNEL_CHANGES),
});
export type ChangeChannelsRequest = z.infer<typeof changeChannelsRequest>;
