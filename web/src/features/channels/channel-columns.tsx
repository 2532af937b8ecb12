import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../lib/interaction/use-action';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Column } from '../../ui/table/columns';
import { GroupSummary } from '../../ui/badge/group-tag';
import { RowName } from '../../ui/table/row-name';
import { ChannelButtons, type ChannelActions } from './channel-buttons';
import { BalanceCell } from './balance-cell';
import { StatusCell, TypeCell } from './channel-cells';
import { type ChannelRow, isTag, type TagRow } from './channel-rows';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { InlineNumber } from './inline-number';
import { TestCell } from './testing/test-cell';
import { TagButtons, type TagActions } from './tags/tag-buttons';

interface RowActions extends ChannelActions, TagActions {
  updateBalance: Run<[ChannelResponse]>;
  /** Opens a confirmation, because it changes every channel of the tag. */
  onTagNumber: (row: TagRow, field: 'priority' | 'weight', value: number) => Promise<boolean>;
}

/**
 * @param tagMode channels are listed below their tag, so the tag column is omitted
 * @param switching the status of a tag is being changed
 */
export function useChannelColumns(
  rowActions: RowActions,
  tagMode: boolean,
  switching: boolean,
): Column<ChannelRow>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
  const tight = useMediaQuery('(max-width: 1400px)', false, { getInitialValueInEffect: false });
  return useMemo(
    () => [
      { key: 'id', title: 'ID', width: 48, render: (row) => (isTag(row) ? null : row.id) },
      {
        key: 'name',
        title: t('common.name'),
        card: 'title',
        fixed: true,
        render: (row) => (
          <RowName
            oneLine={nameOf(row, t('channel.tagged', { tag: row.tag ?? '' }))}
            {...(!tagMode && !isTag(row) && row.tag && { second: t('channel.tagged', { tag: row.tag }) })}
          >
            {nameOf(row, t('channel.tagged', { tag: row.tag ?? '' }))}
          </RowName>
        ),
      },
      {
        key: 'status',
        title: t('common.status'),
        width: 112,
        card: 'status',
        render: (row) => <StatusCell row={row} />,
      },
      {
        key: 'type',
        title: t('channel.type'),
        width: tight ? 110 : 134,
        render: (row) => <TypeCell row={row} />,
      },
      {
        key: 'group',
        title: t('common.group'),
        width: tight ? 112 : 128,
        render: ({ group }) => <GroupSummary groups={group} />,
      },
      {
        key: 'response_time',
        title: t('channel.responseTime'),
        width: 94,
        render: (row) => <TestCell row={row} />,
      },
      {
        key: 'balance',
        title: t('channel.usedBalance'),
        width: tight ? 112 : 124,
        render: (row) => <BalanceCell row={row} update={actions.updateBalance} />,
      },
      {
        key: 'priority',
        title: t('channel.priority'),
        width: 66,
        render: (row) => <RowNumber row={row} field="priority" min={-999} actions={actions} />,
      },
      {
        key: 'weight',
        title: t('channel.weight'),
        width: 66,
        render: (row) => <RowNumber row={row} field="weight" min={0} actions={actions} />,
      },
      {
        key: 'operate',
        title: t('common.actions'),
        width: 164,
        card: 'actions',
        fixed: true,
        render: (row) =>
          isTag(row) ? (
            <TagButtons row={row} busy={switching} {...actions} />
          ) : (
            <ChannelButtons channel={row} {...actions} />
          ),
      },
    ],
    [t, actions, tagMode, switching, tight],
  );
}

function nameOf(row: ChannelRow, tagged: string): string {
  return isTag(row) ? tagged : row.name;
}

interface RowNumberProps {
  row: ChannelRow;
  field: 'priority' | 'weight';
  min: number;
  actions: RowActions;
}

function RowNumber({ row, field, min, actions }: RowNumberProps) {
  const { t } = useTranslation();
  const problem = t(field === 'priority' ? 'channel.prioInt' : 'channel.weightInt');
  const label = t(field === 'priority' ? 'channel.priorityOf' : 'channel.weightOf', {
    name: nameOf(row, row.tag ?? ''),
  });
  if (isTag(row)) {
    return (
      <InlineNumber
        label={label}
        value={row[field]}
        min={min}
        problem={problem}
        onSave={(value) => actions.onTagNumber(row, field, value)}
      />
    );
  }
  return (
    <InlineNumber
      label={label}
      value={row[field] ?? 0}
      min={min}
      onSave={(value) => actions.change(row, { [field]: value })}
    />
  );
}
