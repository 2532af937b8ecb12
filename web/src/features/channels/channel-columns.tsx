import { Anchor } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useIsMedium, useIsNarrow } from '../../lib/browser/use-is-phone';
import type { Run } from '../../lib/interaction/use-action';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Column } from '../../ui/table/columns';
import { GroupSummary } from '../../ui/badge/group-tag';
import { RowName } from '../../ui/table/row-name';
import { ChannelButtons, type ChannelActions } from './channel-buttons';
import { BalanceCell } from './balance-cell';
import { StatusCell, TypeCell } from './channel-cells';
import { type ChannelRow, isTag, type TagRow } from './channel-rows';
import { keyReferenceScheme } from '#contract/key-reference';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { healthColumns } from './health/health-columns';
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
  const { medium, tight, wide, narrow } = useRoom();
  return useMemo(
    () => [
      {
        key: 'id',
        title: 'ID',
        width: 48,
        optional: !wide,
        render: (row) => (isTag(row) ? null : row.id),
      },
      {
        key: 'name',
        title: t('common.name'),
        card: 'title',
        fixed: true,
        sortable: true,
        render: (row) => (
          <RowName
            oneLine={nameOf(row, t('channel.tagged', { tag: row.tag ?? '' }))}
            second={secondLine(row, tagMode, wide, t)}
          >
            {isTag(row) ? (
              t('channel.tagged', { tag: row.tag })
            ) : (
              <Anchor component={Link} to={`/channel/${row.id}`} inherit c="inherit">
                {row.name}
              </Anchor>
            )}
          </RowName>
        ),
      },
      {
        key: 'status',
        title: t('common.status'),
        width: 118,
        card: 'status',
        sortable: true,
        render: (row) => <StatusCell row={row} actions={actions} />,
      },
      {
        key: 'type',
        title: t('channel.type'),
        width: wide ? 134 : medium ? 124 : tight ? 104 : 116,
        sortable: true,
        render: (row) => <TypeCell row={row} />,
      },
      {
        key: 'group',
        title: t('common.group'),
        optional: medium,
        width: wide ? 128 : 112,
        render: ({ group }) => <GroupSummary groups={group} />,
      },
      {
        key: 'response_time',
        title: t('channel.responseTime'),
        width: 92,
        sortable: true,
        render: (row) => <TestCell row={row} />,
      },
      ...healthColumns(t, { some: narrow || !tight, all: wide }),
      {
        key: 'balance',
        title: t('channel.usedBalance'),
        width: wide ? 124 : 108,
        sortable: true,
        wraps: true,
        render: (row) => <BalanceCell row={row} update={actions.updateBalance} />,
      },
      {
        key: 'priority',
        title: t('channel.priority'),
        width: 62,
        sortable: true,
        wraps: true,
        render: (row) => <RowNumber row={row} field="priority" min={-999} actions={actions} />,
      },
      {
        key: 'weight',
        title: t('channel.weight'),
        optional: medium,
        width: 60,
        sortable: true,
        wraps: true,
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
    [t, actions, tagMode, switching, medium, tight, wide, narrow],
  );
}

/** Which columns the screen has room for; those left out can be chosen. */
function useRoom() {
  const options = { getInitialValueInEffect: false };
  return {
    narrow: useIsNarrow(),
    medium: useIsMedium(),
    tight: useMediaQuery('(max-width: 1400px)', false, options),
    wide: useMediaQuery('(min-width: 1700px)', false, options),
  };
}

/** Below the name: the number, which logs and errors show, where it has no column, the tag, and where the key is stored. */
function secondLine(row: ChannelRow, tagMode: boolean, wide: boolean, t: TFunction): string {
  if (isTag(row)) return '';
  const tag = !tagMode && row.tag ? t('channel.tagged', { tag: row.tag }) : '';
  return [wide ? '' : `#${row.id}`, tag, keyPlace(row, t)].filter((part) => part !== '').join(' · ');
}

/** Where the key is stored; '' = in the database. */
function keyPlace({ key_references: [first] }: ChannelResponse, t: TFunction): string {
  const scheme = first && keyReferenceScheme(first.reference);
  return scheme ? t(`channel.keyFrom.${scheme}`) : '';
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
