import { RedemptionStatus } from '#contract/enums';
import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/clipboard';
import { downloadText } from '../../lib/download';
import { toast } from '../../lib/toast';
import { usePanel } from '../../lib/use-panel';
import { BulkActions } from '../../ui/bulk-actions';
import { ChoiceFilter } from '../../ui/choice-filter';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { NewCodesModal } from './new-codes-modal';
import { useRedemptionColumns } from './redemption-columns';
import { RedemptionForm } from './redemption-form';
import type { Batch } from './use-redemptions';
import { useRedemptionJobs } from './use-redemption-jobs';
import { useRedemptions } from './use-redemptions';

export function RedemptionsPage() {
  const { t } = useTranslation();
  const { list, change, remove, selection } = useRedemptions();
  const panel = usePanel('/redemption');
  const [made, setMade] = useState<Batch>();
  const columns = useColumns(
    'redemptions-table-columns',
    useRedemptionColumns({ change: change.run, remove, onEdit: ({ id }) => panel.edit(id) }),
  );

  async function afterBulk() {
    selection.onChange([]);
    await list.refresh();
  }

  function copySelected() {
    if (selection.rows.length === 0) toast.error(t('redemption.needSelect'));
    else
      void copyText(
        selection.rows.map(({ name, key }) => `${name}    ${key}`).join('\n'),
        t('common.copiedSecret'),
      );
  }

  const downloadSelected = {
    label: t('redemption.downloadSelected'),
    icon: <IconDownload size={16} stroke={1.75} />,
    onClick: () =>
      downloadText(
        `${selection.rows[0]?.name ?? 'codes'}.txt`,
        selection.rows.map(({ key }) => key).join('\n'),
      ),
  };

  const add = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={panel.add}>
      {t('redemption.add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('redemption.title')} lead={t('redemption.lead')}>
        {add}
      </PageHeader>
      <FilterBar
        filters={list.filters}
        onApply={list.setFilters}
        extra={
          <>
            <Button
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.75} />}
              onClick={copySelected}
            >
              {t('redemption.copySelected')}
            </Button>
            <BulkActions
              selected={selection.rows}
              jobs={useRedemptionJobs()}
              more={[downloadSelected]}
              nameOf={({ id, name }) => `${name} (${id})`}
              onDone={afterBulk}
            />
            {columns.menu}
          </>
        }
      >
        <TextInput
          label={t('redemption.search')}
          name="keyword"
          placeholder={t('redemption.searchHint')}
          w={{ sm: 260 }}
          defaultValue={list.filters.keyword}
        />
        <ChoiceFilter
          label={t('common.status')}
          any={t('common.anyStatus')}
          width={140}
          choices={[
            { value: String(RedemptionStatus.unused), label: t('redemption.unused') },
            { value: String(RedemptionStatus.disabled), label: t('redemption.disabled') },
            { value: String(RedemptionStatus.used), label: t('redemption.used') },
          ]}
          value={list.filters.status}
          onChange={(status) => list.setFilters({ status })}
        />
      </FilterBar>
      <DataTable
        name={t('redemption.title')}
        list={list}
        columns={columns.visible}
        density={columns.density}
        widths={columns.widths}
        rowName={({ id, name }) => `${name} (${id})`}
        onEdit={({ id }) => panel.edit(id)}
        muted={({ status }) => status !== RedemptionStatus.unused}
        pending={change.isPending}
        selection={selection}
        empty={
          <EmptyState title={t('redemption.emptyTitle')} hint={t('redemption.emptyHint')} action={add} />
        }
      />
      {panel.open && (
        <RedemptionForm
          key={panel.open.id ?? 'new'}
          {...(panel.open.id !== undefined && { id: panel.open.id })}
          onClose={panel.close}
          onWritten={list.refresh}
          onMade={setMade}
        />
      )}
      {made && <NewCodesModal batch={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
