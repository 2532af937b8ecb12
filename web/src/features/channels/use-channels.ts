import { ChannelStatus } from '#contract/enums';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { formatFixed } from '../../lib/format/format';
import { ApiError, call, get, withQuery } from '../../lib/api/api';
import { sendEdit, withBefore } from '../../lib/list/edit';
import { readText, writeText } from '../../lib/browser/storage';
import { toast } from '../../lib/interaction/toast';
import { messageOf, useAction } from '../../lib/interaction/use-action';
import { type ShownList, useList } from '../../lib/list/use-list';
import { useRemoval } from '../../lib/list/use-removal';
import { useRowChange } from '../../lib/list/use-row-change';
import { sortQuery } from './channel-order';
import { type ChannelRow, groupByTag } from './channel-rows';
import type { ChannelResponse, ChannelTestExtras } from '#contract/resources/channels/channel';
import type { ChannelBalanceExtras } from '#contract/resources/channels/channel-balance';
import { orGone } from './form/use-channel-form';

/** Upstreams may take long before the first token. */
const TEST_TIMEOUT_MS = 120_000;

/** Display options of the list, with the keys under which the browser stores them. */
const DISPLAY_OPTIONS = { id_sort: 'id-sort', tag_mode: 'channels-tag-mode' } as const;
export type DisplayOption = keyof typeof DISPLAY_OPTIONS;

export function useChannels() {
  const { t } = useTranslation();
  const list = useList<ChannelResponse, ReturnType<typeof filterDefaults>>({
    filters: filterDefaults(),
    request({ page, size, filters: { keyword, group, model, ...filters } }) {
      const { type, status, test, id_sort, tag_mode } = filters;
      const always = { type, status, test, id_sort, tag_mode, ...sortQuery(filters) };
      return keyword || group || model
        ? {
            path: withQuery('/api/channel/search', { keyword, group, model, ...always }),
            // In tag mode `shownList` cuts the pages, because they count tags and tags are grouped in the client.
            whole: tag_mode !== 'true',
          }
        : { path: withQuery('/api/channel/', { p: page - 1, page_size: size, ...always }) };
    },
  });
  const { filters } = list;
  const searching = filters.keyword !== '' || filters.group !== '' || filters.model !== '';

  const patch = (id: number, change: Partial<ChannelResponse>) =>
    list.patchRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)));

  const change = useRowChange<ChannelResponse>({
    list,
    done: ({ status }) => t(status === undefined ? 'channel.saved' : 'common.done'),
    async send(channel, { status, priority, weight }) {
      const { id } = channel;
      if (status !== undefined)
        return (await call<ChannelResponse | null>('PUT', '/api/channel/', { body: { id, status } })).data;
      const ranks = {
        ...(priority !== undefined && { priority: orZero(priority) }),
        ...(weight !== undefined && { weight: orZero(weight) }),
      };
      return (await sendEdit<ChannelResponse>('/api/channel/', { id, ...withBefore(ranks, channel) })).data;
    },
    canUndo: (channel, { status }) =>
      status === undefined ||
      channel.status === ChannelStatus.enabled ||
      channel.status === ChannelStatus.disabled,
  });

  const remove = useRemoval<ChannelResponse>({
    list,
    pathOf: ({ id }) => `/api/channel/${id}/`,
    nameOf: ({ name }) => name,
  });

  const copy = useAction(copyChannel, async () => {
    toast.success(t('channel.copyOk'));
    await list.refresh();
  });

  const test = useAction(
    async (channel: ChannelResponse) => {
      try {
        return await testChannel(channel);
      } finally {
        // A failure is shown in the row too. One that works may have been enabled by the server, or one of its keys.
        await list.refresh();
      }
    },
    (seconds, { name }) => toast.info(t('channel.testOk', { name, time: formatFixed(seconds, 2) })),
  );

  const updateBalance = useAction(
    (channel: ChannelResponse) =>
      call<null, ChannelBalanceExtras>('GET', `/api/channel/update_balance/${channel.id}/`, {
        timeoutMs: TEST_TIMEOUT_MS,
      }),
    async ({ balance, balances }, channel) => {
      toast.info(t('channel.balanceOk', { name: channel.name }));
      await patch(channel.id, {
        balance,
        balances,
        balance_updated_time: Math.floor(Date.now() / 1000),
      });
    },
  );

  return {
    list: shownList(list, searching),
    change,
    remove,
    copy,
    test,
    updateBalance,
    setDisplayOption(option: DisplayOption, enabled: boolean) {
      writeText(DISPLAY_OPTIONS[option], String(enabled));
      list.setFilters({ [option]: String(enabled) });
    },
    /** Shows all channels whose last test failed: no other filter may hide one. */
    showFailed() {
      const { id_sort, tag_mode } = filters;
      list.setFilters({ ...filterDefaults(), id_sort, tag_mode, test: 'failed' });
    },
    /** Lists channels that need attention first, and none is hidden. Tags have no such order. */
    showTroubled() {
      list.setFilters({ ...filterDefaults(), id_sort: filters.id_sort, tag_mode: 'false', sort: 'trouble' });
    },
  };
}

type Filters = ReturnType<typeof filterDefaults>;

/** A value that was never set counts as 0. */
function orZero(rank: number | null): number {
  return rank ?? 0;
}

function filterDefaults() {
  const stored = (option: DisplayOption) => (readText(DISPLAY_OPTIONS[option]) === 'true' ? 'true' : 'false');
  return {
    keyword: '',
    group: '',
    model: '',
    type: '',
    status: '',
    test: '',
    sort: '',
    descending: '',
    id_sort: stored('id_sort'),
    tag_mode: stored('tag_mode'),
  };
}

/** The channels, or their tags in tag mode. A search returns all rows at once, so its tags are paged here. */
function shownList(
  list: ReturnType<typeof useList<ChannelResponse, Filters>>,
  searching: boolean,
): ShownList<ChannelRow, Filters> {
  if (list.filters.tag_mode !== 'true') return list;
  const tags = groupByTag(list.rows);
  if (!searching) return { ...list, rows: tags };
  const start = (list.page - 1) * list.size;
  return { ...list, rows: tags.slice(start, start + list.size), total: tags.length };
}

/**
 * Sends a small real request through the channel, with each of its keys.
 * @param only one model, with one key, or one key (its line, from 0)
 * @param stopped ends the waiting while the gateway's limit of requests is reached
 * @returns its duration in seconds
 */
export async function testChannel(
  channel: Pick<ChannelResponse, 'id'>,
  only: { model?: string; key?: string } = {},
  stopped?: () => boolean,
): Promise<number> {
  const { time } = await call<null, ChannelTestExtras>(
    'GET',
    withQuery(`/api/channel/test/${channel.id}`, only),
    { timeoutMs: TEST_TIMEOUT_MS, ...(stopped && { stopped }) },
  );
  return time;
}

/** Responses contain no keys: `copy_from` makes the server copy the key. */
async function copyChannel(channel: ChannelResponse): Promise<void> {
  const source = await orGone(get<ChannelResponse | null>(`/api/channel/${channel.id}`));
  if (!source) throw new ApiError(200, i18next.t('channel.notFound'));
  const record = {
    ...source,
    id: undefined,
    name: source.name + i18next.t('channel.copySuffix'),
    created_time: null,
    balance: 0,
    balances: [],
    used_quota: 0,
    copy_from: source.id,
  };
  try {
    await orGone(call<null>('POST', '/api/channel/', { body: record }));
  } catch (problem) {
    throw new ApiError(200, i18next.t('channel.copyFail', { message: messageOf(problem) }));
  }
}

export function useGroups() {
  return useSWR('/api/group/', (path: string) => get<string[]>(path)).data ?? [];
}
