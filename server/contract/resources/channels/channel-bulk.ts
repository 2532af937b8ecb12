import { z } from 'zod';
import { MAX_CHANNEL_CHANGES, MAX_DRAIN_MINUTES } from '../../limits.js';
import { valuesBefore } from '../../fields.js';
import { channelIds, updateChannelRequest } from './channel.js';

export const drainChannelsRequest = z.strictObject({
  ids: channelIds,
  /** For which they get no new requests, from now; 0 = they get them again. */
  minutes: z
    .int('channel_parameters')
    .min(0, 'channel_parameters')
    .max(MAX_DRAIN_MINUTES, 'channel_parameters'),
});
export type DrainChannelsRequest = z.infer<typeof drainChannelsRequest>;

const { priority, weight, group, models, tag } = updateChannelRequest.shape;

/** The same new values for several channels; absent or null = unchanged, an empty tag removes it. */
const channelChange = z.strictObject({
  ids: channelIds,
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
  changes: z
    .array(channelChange, 'channel_parameters')
    .min(1, 'channel_parameters')
    .max(MAX_CHANNEL_CHANGES, 'channel_parameters'),
});
export type ChangeChannelsRequest = z.infer<typeof changeChannelsRequest>;
