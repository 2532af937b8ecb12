import type { ChannelResponse } from '#contract/resources/channels/channel';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { nowSeconds } from '../../../lib/format/format';
import { showUndo } from '../../../lib/interaction/undo-toast';
import { toast } from '../../../lib/interaction/toast';
import { type Run, useAction } from '../../../lib/interaction/use-action';
import { useSteady } from '../../../lib/interaction/use-steady';
import { type ChannelRow, latestOf } from '../channel-rows';

/** Offered times, minutes. */
export const DRAIN_TIMES = [5, 30, 120] as const;
export type DrainTime = (typeof DRAIN_TIMES)[number];

/** Keeps new requests from channels for a time; 0 ends it. */
export type Drain = Run<[channels: readonly Drainable[], minutes: DrainTime | 0]>;

/** What draining needs of a channel. */
export type Drainable = Pick<ChannelResponse, 'id' | 'drained_until'>;

/** Drains channels, and offers to undo it. */
export function useDrain({ rows, refresh }: { rows: readonly ChannelRow[]; refresh: () => Promise<void> }) {
  const { t } = useTranslation();
  const restore = useAction(
    async (before: readonly Drainable[]) => {
      // Those that were drained before are so again until the same time.
      const groups = new Map<number, Drainable[]>();
      for (const channel of before) {
        const left = minutesLeft(channel);
        groups.set(left, [...(groups.get(left) ?? []), channel]);
      }
      for (const [minutes, channels] of groups) await sendDrain(channels, minutes);
    },
    async () => {
      toast.success(t('common.done'));
      await refresh();
    },
  );
  // The toast outlives the render in which it was shown.
  const steady = useSteady({ undo: restore.run });
  const drain = useAction(
    async (selected: readonly Drainable[], minutes: DrainTime | 0) => {
      const before = selected.map((channel) => latestOf(rows, channel));
      await sendDrain(before, minutes);
      return before;
    },
    async (before, _selected, minutes) => {
      await refresh();
      const n = before.length;
      const message =
        minutes === 0
          ? t('channel.drain.ended', { n })
          : t('channel.drain.done', { n, time: t(`channel.drain.time.m${minutes}`) });
      showUndo({ id: 'change', message, onUndo: () => void steady.undo(before) });
    },
  );
  return drain;
}

/** Whole minutes until the channel gets new requests again; 0 = it gets them. */
export function minutesLeft({ drained_until: until }: Pick<Drainable, 'drained_until'>): number {
  return Math.max(0, Math.ceil((until - nowSeconds()) / 60));
}

/** Keeps new requests from channels for some minutes; 0 ends it. */
export function sendDrain(channels: readonly Pick<Drainable, 'id'>[], minutes: number): Promise<unknown> {
  return call<number>('POST', '/api/channel/drain', { body: { ids: channels.map(({ id }) => id), minutes } });
}
