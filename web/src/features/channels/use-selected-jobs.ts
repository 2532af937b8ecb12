import { ChannelStatus } from '#contract/enums';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { showUndo } from '../../lib/interaction/undo-toast';
import { useSteady } from '../../lib/interaction/use-steady';
import { type BatchState, useBatch } from '../../lib/list/use-batch';
import { latestOf } from './channel-rows';
import type { useChannelBulk } from './use-channel-bulk';
import { testChannel, type useChannels } from './use-channels';

/** Actions on the selected channels that each of them takes by itself. */
export type SelectedJob = 'test' | 'enable' | 'disable';

interface Task {
  channel: ChannelResponse;
  perform: (channel: ChannelResponse) => Promise<unknown>;
}

/**
 * Tests, enables and disables the selected channels, one after the other, because they may be of one provider. Channels that
 * fail stay selected.
 */
export function useSelectedJobs(
  selection: ReturnType<typeof useChannelBulk>['selection'],
  { rows, refresh }: Pick<ReturnType<typeof useChannels>['list'], 'rows' | 'refresh'>,
) {
  const { t } = useTranslation();
  const batch = useBatch<Task>(({ channel, perform }) => perform(channel), { atOnce: 1 });
  const [job, setJob] = useState<SelectedJob>();

  async function run(channels: readonly ChannelResponse[], perform: Task['perform']) {
    const ended = await batch.start(channels.map((channel) => ({ channel, perform })));
    await refresh();
    return {
      done: ended.done.map(({ channel }) => channel),
      failed: ended.failed.map(({ item }) => item.channel.name),
      clean: isClean(ended),
    };
  }

  async function start(next: SelectedJob): Promise<void> {
    setJob(next);
    if (next === 'test') {
      const { clean } = await run(selection.rows, testChannel);
      if (clean) toast.success(t('common.done'));
      return;
    }
    const status = STATUSES[next];
    const { done, clean } = await run(
      selection.rows.map((row) => latestOf(rows, row)).filter((channel) => channel.status !== status),
      setStatus(status),
    );
    const ids = new Set(done.map(({ id }) => id));
    selection.set(clean ? [] : selection.rows.filter(({ id }) => !ids.has(id)));
    if (clean) batch.reset();
    if (done.length > 0) announce(next, done);
    else if (clean) toast.success(t('common.done'));
  }

  function announce(next: keyof typeof STATUSES, done: ChannelResponse[]): void {
    const message = t(`channel.selectedJob.${next}`, { n: done.length });
    // Only the gateway sets the status of channels that it disabled.
    const undoable = done.filter(({ status }) => status !== ChannelStatus.autoDisabled);
    if (undoable.length === 0) toast.success(message);
    else showUndo({ id: 'change', message, onUndo: () => void steady.undo(next, undoable) });
  }

  async function undo(next: keyof typeof STATUSES, channels: ChannelResponse[]): Promise<void> {
    const opposite = next === 'enable' ? 'disable' : 'enable';
    setJob(opposite);
    const { clean, failed } = await run(channels, setStatus(STATUSES[opposite]));
    if (clean) batch.reset();
    // The bar with the progress may have been closed.
    if (clean) toast.success(t('common.done'));
    else toast.error(t('channel.selectedJob.notUndone', { names: failed.join(t('channel.comma')) }));
  }

  // The toast outlives the render in which it was shown.
  const steady = useSteady({ undo });

  return {
    count: selection.rows.length,
    /** The job that runs, or that ended with failures or results to see. */
    shown: job && batch.state && { job, state: stateOf(batch.state) },
    start,
    stop: batch.stop,
    hide: batch.reset,
  };
}

export type SelectedJobs = ReturnType<typeof useSelectedJobs>;

const STATUSES = { enable: ChannelStatus.enabled, disable: ChannelStatus.disabled } as const;

function setStatus(status: number) {
  return ({ id }: ChannelResponse) => call<ChannelResponse>('PUT', '/api/channel/', { body: { id, status } });
}

function isClean({ failed, left }: BatchState<Task>): boolean {
  return failed.length + left.length === 0;
}

function stateOf({ done, failed, left, ...rest }: BatchState<Task>): BatchState<ChannelResponse> {
  return {
    ...rest,
    done: done.map(({ channel }) => channel),
    failed: failed.map(({ item, message }) => ({ item: item.channel, message })),
    left: left.map(({ channel }) => channel),
  };
}
