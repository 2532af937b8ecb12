import { TokenStatus } from '#contract/enums';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/clipboard';
import { toast } from '../../lib/toast';
import { usePanel } from '../../lib/use-panel';
import { BulkActions } from '../../ui/bulk-actions';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { TokenBatchDialog } from './token-batch-dialog';
import { useTokenColumns } from './token-columns';
import { TokenFilters } from './token-filters';
import { TokenForm } from './token-form';
import { TokenSamplesDialog } from './token-samples-dialog';
import type { TokenResponse } from '#contract/resources/token';
import { useTokenBatch } from './use-token-batch';
import { useTokenJobs } from './use-token-jobs';
import { useTokens } from './use-tokens';

export function TokensPage() {
  const { t } = useTranslation();
  const { list, change, remove, selection } = useTokens();
  const selected = selection.rows;
  const panel = usePanel('/token');
  const [sampled, setSampled] = useState<TokenResponse>();
  const [like, setLike] = useState<TokenResponse>();
  const batch = useTokenBatch(list.refresh);
  const columns = useColumns(
    'tokens-table-columns',
    useTokenColumns({
      change: change.run,
      remove,
      onEdit: ({ id }) => panel.edit(id),
      onSamples: setSampled,
      onDuplicate: openNew,
    }),
  );

  /** Opens an empty form, or one filled from another token. */
  function openNew(from?: TokenResponse) {
    setLike(from);
    panel.add();
  }

  function close() {
    setLike(undefined);
    panel.close();
  }

  async function afterBulk() {
    selection.onChange([]);
    await list.refresh();
  }

  function copySelected() {
    if (selected.length === 0) toast.error(t('token.needSelect'));
    else
      void copyText(
        selected.map(({ name, key }) => `${name}    sk-${key}`).join('\n'),
        t('common.copiedSecret'),
      );
  }

  const add = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => openNew()}>
      {t('token.add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('token.title')} lead={t('token.lead')}>
        {add}
      </PageHeader>
      <Alert color="yellow" mb="md" py={8} icon={<IconAlertTriangle size={18} stroke={1.75} />}>
        {t('token.warning')}
      </Alert>
      <TokenFilters
        list={list}
        extra={
          <>
            <Button
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.75} />}
              onClick={copySelected}
            >
              {t('token.copySelected')}
            </Button>
            <BulkActions
              selected={selected}
              jobs={useTokenJobs()}
              nameOf={({ name }) => name}
              onDone={afterBulk}
            />
            {columns.menu}
          </>
        }
      />
      <DataTable
        name={t('token.title')}
        list={list}
        columns={columns.visible}
        density={columns.density}
        widths={columns.widths}
        rowName={({ name }) => name}
        onEdit={({ id }) => panel.edit(id)}
        muted={({ status }) => status !== TokenStatus.enabled}
        pending={change.isPending}
        selection={selection}
        empty={<EmptyState title={t('token.emptyTitle')} hint={t('token.emptyHint')} action={add} />}
      />
      {panel.open && (
        <TokenForm
          key={panel.open.id ?? 'new'}
          {...panel.open}
          {...(like && { like })}
          onBatch={batch.start}
          onClose={close}
          onWritten={list.refresh}
        />
      )}
      <TokenBatchDialog batch={batch} />
      {sampled && <TokenSamplesDialog token={sampled} onClose={() => setSampled(undefined)} />}
    </>
  );
}
