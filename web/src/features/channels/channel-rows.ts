import type { Channel } from './channel.types';

/** All channels of a tag as one row of the list. */
export interface TagRow {
  /** Below zero: no channel has it. */
  id: number;
  tag: string;
  channels: Channel[];
  /** Comma list: the groups of any of them. */
  group: string;
  /** 1 when any of them is enabled. */
  status: number;
  /** What all have in common; undefined when they differ. */
  priority: number | undefined;
  weight: number | undefined;
  /** Milliseconds: mean of those that were tested. */
  response_time: number;
  used_quota: number;
}

export type ChannelRow = Channel | TagRow;

export function isTag(row: ChannelRow): row is TagRow {
  return 'channels' in row;
}

export function isChannel(row: ChannelRow): row is Channel {
  return !isTag(row);
}

/** One row per tag, in the order in which the tags come. */
export function groupByTag(channels: Channel[]): TagRow[] {
  const tags = new Map<string, Channel[]>();
  for (const channel of channels) {
    if (channel.tag) tags.set(channel.tag, [...(tags.get(channel.tag) ?? []), channel]);
  }
  return [...tags].map(([tag, members]) => summarize(tag, members));
}

function summarize(tag: string, channels: Channel[]): TagRow {
  const tested = channels.map(({ response_time }) => response_time).filter((ms) => ms > 0);
  return {
    id: -Math.max(...channels.map(({ id }) => id)),
    tag,
    channels,
    group: channels.map(({ group }) => group).join(','),
    status: channels.some(({ status }) => status === 1) ? 1 : 2,
    priority: common(channels.map(({ priority }) => priority ?? 0)),
    weight: common(channels.map(({ weight }) => weight ?? 0)),
    response_time: tested.length > 0 ? sum(tested) / tested.length : 0,
    used_quota: sum(channels.map(({ used_quota }) => used_quota)),
  };
}

function common(values: number[]): number | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
