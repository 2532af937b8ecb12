import { Alert, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../lib/use-status';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { PageHeader } from '../../ui/page-header';
import { TimeFilterBar } from '../../ui/time-filter-bar';
import { useDrawingColumns } from './drawing-columns';
import { useDrawingExport } from './drawing-export';
import type { Drawing } from './drawing.types';
import { ImageDialog } from './image-dialog';
import { useDrawings } from './use-drawings';

export function DrawingsPage() {
  const { t } = useTranslation();
  const { admin, list } = useDrawings();
  const { mj_notify_enabled: notified } = useStatus();
  const [shown, setShown] = useState<Drawing>();
  const columns = useColumns('drawings-table-columns', useDrawingColumns(admin, setShown));
  return (
    <>
      <PageHeader title={t('drawings.title')} lead={t('drawings.lead')} />
      {admin && !notified && (
        <Alert color="blue" mb="md" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {t('drawings.notifyOff')}
        </Alert>
      )}
      <TimeFilterBar
        list={list}
        extra={
          <>
            <ExportMenu name="drawing-log" list={list} columns={useDrawingExport(admin)} />
            {columns.menu}
          </>
        }
      >
        {admin && (
          <TextInput
            label={t('drawings.channelId')}
            name="channel_id"
            inputMode="numeric"
            w={{ sm: 90 }}
            defaultValue={list.filters.channel_id}
          />
        )}
        <TextInput
          label={t('drawings.taskId')}
          name="mj_id"
          w={{ sm: 130 }}
          defaultValue={list.filters.mj_id}
        />
      </TimeFilterBar>
      <DataTable
        name={t('drawings.title')}
        list={list}
        columns={columns.visible}
        density={columns.density}
        rowName={({ mj_id }) => t('drawings.rowName', { id: mj_id })}
        onOpen={(row) => row.image_url && setShown(row)}
        empty={<EmptyState title={t('drawings.emptyTitle')} hint={t('drawings.emptyHint')} />}
      />
      {shown && <ImageDialog url={shown.image_url} alt={shown.prompt} onClose={() => setShown(undefined)} />}
    </>
  );
}
