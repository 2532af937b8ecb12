import { ChannelStatus } from '#contract/enums';
import type { ChannelResponse } from '#contract/resources/channels/channel';

/** All channels of a tag as one row of the list. */
export interface TagRow {
  /** Negative, so that it differs from every channel's id. */
  id: number;
  tag: string;
  channels: ChannelResponse[];
  /** Comma-separated groups of all its channels. */
  group: string;
  /** 1 if any of its channels is enabled. */
  status: number;
  /** The common value of all its channels; undefined if they differ. */
  priority: number | undefined;
  weight: number | undefined;
  /** Milliseconds: mean of the channels whose last test worked. */
  response_time: number;
  /** Number of channels whose last test failed. */
  failed_tests: number;
  used_quota: number;
}

export type ChannelRow = ChannelResponse | TagRow;

export function isTag(row: ChannelRow): row is TagRow {
  return 'channels' in row;
}

export function isChannel(row: ChannelRow): row is ChannelResponse {
  return !isTag(row);
}

/** A channel as it was loaded last: its row may have changed since it was selected. */
export function latestOf<T extends Pick<ChannelResponse, 'id'>>(
  rows: readonly ChannelRow[],
  channel: T,
): T | ChannelResponse {
  const channels = rows.flatMap((row) => (isTag(row) ? row.channels : [row]));
  return channels.find(({ id }) => id === channel.id) ?? channel;
}

/** Whether the last test of a channel failed. */
export function hasFailedTest({ last_test: test }: ChannelResponse): boolean {
  return test?.ok === false;
}

/** One row per tag, in order of first appearance. */
export function groupByTag(channels: ChannelResponse[]): TagRow[] {
  const tags = new Map<string, ChannelResponse[]>();
  for (const channel of channels) {
    if (channel.tag) tags.set(channel.tag, [...(tags.get(channel.tag) ?? []), channel]);
  }
  return [...tags].map(([tag, members]) => summarize(tag, members));
}

function summarize(tag: string, channels: ChannelResponse[]): TagRow {
  const tested = channels
    .filter((channel) => !hasFailedTest(channel))
    .map(({ response_time }) => response_time)
    .filter((ms) => ms > 0);
  return {
    id: -Math.max(...channels.map(({ id }) => id)),
    tag,
    channels,
    group: channels.map(({ group }) => group).join(','),
    status: channels.some(({ status }) => status === ChannelStatus.enabled)
      ? ChannelStatus.enabled
      : ChannelStatus.disabled,
    priority: common(channels.map(({ priority }) => priority ?? 0)),
    weight: common(channels.map(({ weight }) => weight ?? 0)),
    response_time: tested.length > 0 ? sum(tested) / tested.length : 0,
    failed_tests: channels.filter(hasFailedTest).length,
    used_quota: sum(channels.map(({ used_quota }) => used_quota)),
  };
}

function common(values: number[]): number | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
