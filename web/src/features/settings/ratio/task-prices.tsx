import { Alert, Group, Text, TextInput } from '@mantine/core';
import { IconInfoCircle, IconPencil, IconRestore, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../ui/button/confirm-button';
import { DataTable } from '../../../ui/table/data-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { IconAction } from '../../../ui/button/icon-action';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { taskPriceText, TaskTerms } from '../../../ui/badge/task-terms';
import { formatPrice } from '../../../lib/format/format';
import { canReset, isCustom, resetChanges, type TaskRow } from './task-draft';
import { useLocalList } from './use-local-list';
import { useTaskPrices } from './use-task-prices';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog';

const TaskPriceDialog = lazyDialog(async () => (await import('./task-price-dialog')).TaskPriceDialog);

const FAMILY_COLORS = { drawing: 'grape', music: 'teal', video: 'blue' } as const;

/** Prices of drawings, songs and videos. */
export function TaskPrices() {
  const { t } = useTranslation();
  const prices = useTaskPrices();
  const list = useLocalList(prices.rows);
  const [open, setOpen] = useState<TaskRow>();

  return (
    <>
      <Alert mb="md" p="sm" icon={<IconInfoCircle size={18} stroke={1.75} />}>
        {t('taskPrices.editor.note')}
      </Alert>
      <TextInput
        aria-label={t('taskPrices.editor.search')}
        placeholder={t('taskPrices.editor.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        w={{ base: '100%', xs: 260 }}
        mb="sm"
        value={list.filters.keyword}
        onChange={(event) => list.setFilters({ keyword: event.currentTarget.value })}
      />
      <DataTable
        name={t('settings.ratio.tab.tasks')}
        list={{ ...list, isLoading: prices.isLoading, error: prices.error, refresh: prices.refresh }}
        columns={[
          {
            key: 'name',
            title: t('taskPrices.editor.model'),
            card: 'title',
            render: ({ name }) => (
              <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
            ),
          },
          {
            key: 'kind',
            title: t('taskPrices.editor.kind'),
            width: 90,
            card: 'status',
            render: ({ task: { family } }) => (
              <StatusBadge color={FAMILY_COLORS[family]}>{t(`taskPrices.family.${family}`)}</StatusBadge>
            ),
          },
          {
            key: 'price',
            title: t('taskPrices.editor.price'),
            width: 210,
            render: (row) => <PriceCell row={row} />,
          },
          {
            key: 'factors',
            title: t('taskPrices.editor.factors'),
            card: 'wide',
            render: ({ task }) => <TaskTerms task={task} groupRatio={1} />,
          },
          {
            key: 'actions',
            title: t('common.actions'),
            card: 'actions',
            width: 100,
            render: (row) => (
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <IconAction
                  label={t('taskPrices.editor.edit', { name: row.name })}
                  icon={<IconPencil size={16} stroke={1.75} />}
                  onClick={() => setOpen(row)}
                />
                <ResetButton
                  row={row}
                  onReset={() =>
                    prices.change((table) => resetChanges(row, table), t('taskPrices.editor.resetDone'))
                  }
                />
              </Group>
            ),
          },
        ]}
        rowName={({ name }) => name}
        empty={<EmptyState title={t('taskPrices.editor.empty')} hint={t('taskPrices.editor.emptyHint')} />}
      />
      {open && <TaskPriceDialog row={open} prices={prices} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function PriceCell({ row }: { row: TaskRow }) {
  const { t } = useTranslation();
  return (
    <Group gap={6}>
      <Text span size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {taskPriceText(row.task, 1, t) ?? t('taskPrices.editor.unset')}
      </Text>
      {isCustom(row) && <StatusBadge color="yellow">{t('taskPrices.editor.custom')}</StatusBadge>}
    </Group>
  );
}

function ResetButton({ row, onReset }: { row: TaskRow; onReset: () => unknown }) {
  const { t } = useTranslation();
  const { name, task } = row;
  const { built_in: builtIn } = task;
  const why = canReset(task) ? undefined : t('taskPrices.editor.resetNone');
  return (
    <ConfirmButton
      label={t('taskPrices.editor.reset', { name })}
      title={t('taskPrices.editor.resetTitle')}
      name={name}
      text={
        builtIn
          ? t('taskPrices.editor.resetText', { price: formatPrice(builtIn.usd) })
          : t('taskPrices.editor.resetToTokens')
      }
      icon={<IconRestore size={16} stroke={1.75} />}
      confirm={t('taskPrices.editor.resetConfirm')}
      danger={false}
      disabled={why === undefined && !isCustom(row)}
      why={why}
      onConfirm={onReset}
    />
  );
}
