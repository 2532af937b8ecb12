import { ChannelStatus } from '#contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import { toast } from '../../lib/interaction/toast';
import { usePanel } from '../../lib/list/use-panel';
import { ResourcePage } from '../../ui/page/resource-page';
import { useColumns } from '../../ui/table/columns';
import type { Sort } from '../../ui/table/data-table.types';
import { useBulkEdit } from './bulk/use-bulk-edit';
import type { BulkQuestion } from './bulk-dialog';
import { orderByColumn, orderFilters, orderText, sortedColumn } from './channel-order';
import { channelBrief } from './channel-brief';
import { useChannelColumns } from './channel-columns';
import { ChannelDialogs, type Dialog } from './channel-dialogs';
import { ChannelFilters } from './channel-filters';
import { type DrainTime, useDrain } from './drain/use-drain';
import { AttentionStrip } from './health/attention-strip';
import { ChannelHealthProvider, useChannelHealth } from './health/channel-health';
import { useAttentionChange } from './health/use-attention-change';
import { type ChannelRow, isChannel, isTag, latestOf } from './channel-rows';
import { ChannelToolbar, type ChannelToolbarProps, FoldedDisplay, RunControls } from './channel-toolbar';
import { RunFailures } from './testing/run-failures';
import { RunProgress } from './run-progress';
import { useChannelBulk, useTags } from './use-channel-bulk';
import { useChannelRun } from './use-channel-run';
import { ChannelTypesFailure } from './channel-types-failure';
import { useChannels } from './use-channels';
import { useSelectedJobs } from './use-selected-jobs';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const ChannelForm = lazyDialog(
  async () => (await import('./form/channel-form')).ChannelForm,
  ['channels/form'],
);

export function ChannelsPage() {
  return (
    <ChannelHealthProvider>
      <Channels />
    </ChannelHealthProvider>
  );
}

function Channels() {
  const { t } = useTranslation();
  const { list, setDisplayOption, showFailed, showTroubled, ...actions } = useChannels();
  const { isPending } = useChannelHealth();
  useAttentionChange(list.refresh);
  const isLoading = list.isLoading || isPending;
  const tags = useTags(list.refresh);
  const bulk = useChannelBulk(list.refresh);
  const jobs = useSelectedJobs(bulk.selection, list);
  const drain = useDrain(list);
  const edit = useBulkEdit(list.refresh, bulk.selection.set);
  const tests = useChannelRun('test', list.refresh);
  const balances = useChannelRun('update_balance', list.refresh);
  const panel = usePanel('/channel');
  const [selecting, setSelecting] = useState(false);
  const [dialog, setDialog] = useState<Dialog>();
  const tagMode = list.filters.tag_mode === 'true';
  const folds = useIsNarrow();
  const columns = useColumns(
    'channels-table-columns',
    useChannelColumns(
      {
        change: actions.change.run,
        remove: actions.remove,
        copy: actions.copy.run,
        test: actions.test.run,
        updateBalance: actions.updateBalance.run,
        setTagStatus: tags.setTagStatus.run,
        drain: drain.run,
        onEdit: ({ id }) => panel.edit(id),
        onKeys: (channel) => setDialog({ kind: 'keys', channel }),
        onPurchasePrices: (channel) => setDialog({ kind: 'purchasePrices', channel }),
        onTestModels: (channel) => setDialog({ kind: 'models', channel }),
        onEditTag: (row) => setDialog({ kind: 'tag', row }),
        onTagNumber: (row, field, value) =>
          new Promise((settle) => setDialog({ kind: 'tagNumber', edit: { row, field, value, settle } })),
      },
      tagMode,
      tags.setTagStatus.pending,
    ),
  );
  function ask(question: BulkQuestion) {
    const chosen = bulk.selection.rows.length;
    if (question === 'deleteSelected' && chosen === 0) toast.error(t('channel.needDelete'));
    else if (question === 'tagSelected' && chosen === 0) toast.error(t('channel.needTag'));
    else setDialog({ kind: 'bulk', question });
  }

  function editSelected() {
    setDialog({ kind: 'edit', channels: bulk.selection.rows.map((row) => latestOf(list.rows, row)) });
  }

  async function drainSelected(minutes: DrainTime | 0) {
    if (await drain.run(bulk.selection.rows, minutes)) bulk.selection.set([]);
  }

  function setBulkMode(enabled: boolean) {
    setSelecting(enabled);
    bulk.selection.set([]);
    jobs.hide();
  }

  const toolbar: ChannelToolbarProps = {
    idSort: list.filters.id_sort === 'true',
    tagMode,
    bulk: selecting,
    order: tagMode ? undefined : orderText(list.filters),
    jobs,
    onDrain: (minutes) => void drainSelected(minutes),
    busy: { test: tests.underWay, balance: balances.underWay },
    refreshing: list.isRefreshing,
    onDisplayOption: setDisplayOption,
    onBulk: setBulkMode,
    onOrder: (order) => list.setFilters(orderFilters(order)),
    onRefresh: () => void list.refresh(),
    onEdit: editSelected,
    onAsk: ask,
  };

  return (
    <ResourcePage
      title={t('channel.title')}
      lead={t('channel.lead')}
      add={{ label: t('channel.add'), onClick: panel.add }}
      filters={(controls) => (
        <ChannelFilters
          list={list}
          controls={
            <>
              {folds && <RunControls {...toolbar} />}
              {controls}
            </>
          }
          display={folds && <FoldedDisplay {...toolbar} />}
        />
      )}
      beforeRows={
        <>
          <ChannelToolbar {...toolbar} />
          {!isLoading && (
            <AttentionStrip isFirst={list.filters.sort === 'trouble' && !tagMode} onShow={showTroubled} />
          )}
          <ChannelTypesFailure />
          <RunProgress
            run={tests}
            failures={(run) => (
              <RunFailures key={run.finished_at} run={run} onShow={showFailed} refresh={list.refresh} />
            )}
          />
          <RunProgress run={balances} />
        </>
      }
      list={{ ...list, isLoading }}
      columns={columns}
      tight
      {...(!tagMode && {
        sort: {
          by: sortedColumn(list.filters),
          onChange: (sort: Sort) => list.setFilters(orderByColumn(sort)),
        },
      })}
      brief={(row) => channelBrief(row, t)}
      rowName={(row) => (isTag(row) ? t('channel.tagged', { tag: row.tag }) : row.name)}
      onEdit={(row) => (isTag(row) ? setDialog({ kind: 'tag', row }) : panel.edit(row.id))}
      muted={({ status }) => status !== ChannelStatus.enabled}
      pending={(row) => isChannel(row) && actions.change.isPending(row)}
      {...(tagMode && { nested: (row: ChannelRow) => (isTag(row) ? row.channels : []) })}
      {...(selecting && {
        selection: {
          rows: bulk.selection.rows,
          onChange: (rows: ChannelRow[]) => bulk.selection.set(rows.filter(isChannel)),
          can: isChannel,
        },
      })}
      empty={{
        title: t(tagMode ? 'channel.noTags' : 'channel.emptyTitle'),
        hint: t(tagMode ? 'channel.noTagsHint' : 'channel.emptyHint'),
      }}
    >
      {panel.open && (
        <ChannelForm
          key={panel.open.id ?? 'new'}
          {...(panel.open.id !== undefined && { id: panel.open.id })}
          onClose={panel.close}
          onWritten={list.refresh}
        />
      )}
      {dialog && (
        <ChannelDialogs
          dialog={dialog}
          rows={list.rows}
          tags={tags}
          bulk={bulk}
          edit={edit}
          startTests={tests.start}
          startBalances={balances.start}
          refresh={list.refresh}
          onClose={() => setDialog(undefined)}
        />
      )}
    </ResourcePage>
  );
}
