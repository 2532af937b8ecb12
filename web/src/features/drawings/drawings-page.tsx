import { Alert, SegmentedControl } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readText, writeText } from '../../lib/storage';
import { useStatus } from '../../lib/use-status';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { JobFilterBar } from '../../ui/job-filter-bar';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/pager';
import { useDrawingColumns } from './drawing-columns';
import { DrawingGallery } from './drawing-gallery';
import { useDrawingExport } from './drawing-export';
import type { DrawingResponse } from '#contract/resources/drawing';
import { ImageDialog } from './image-dialog';
import { useDrawings } from './use-drawings';

/** Storage key of the preferred view. */
const VIEW_KEY = 'drawings-view';

export function DrawingsPage() {
  const { t } = useTranslation();
  const { admin, list } = useDrawings();
  const { mj_notify_enabled: notified } = useStatus();
  const [gallery, setGallery] = useState(() => readText(VIEW_KEY) === 'gallery');
  const [shown, setShown] = useState<DrawingResponse>();
  const columns = useColumns('drawings-table-columns', useDrawingColumns(admin, setShown));

  function showAs(asGallery: boolean) {
    setGallery(asGallery);
    writeText(VIEW_KEY, asGallery ? 'gallery' : undefined);
  }

  return (
    <>
      <PageHeader title={t('drawings.title')} lead={t('drawings.lead')}>
        <SegmentedControl
          aria-label={t('drawings.view')}
          value={gallery ? 'gallery' : 'list'}
          data={[
            { value: 'list', label: t('drawings.asList') },
            { value: 'gallery', label: t('drawings.asGallery') },
          ]}
          onChange={(view) => showAs(view === 'gallery')}
        />
      </PageHeader>
      {admin && !notified && (
        <Alert color="blue" mb="md" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {t('drawings.notifyOff')}
        </Alert>
      )}
      <JobFilterBar
        list={list}
        admin={admin}
        idField="mj_id"
        extra={
          <>
            <ExportMenu name="drawing-log" list={list} columns={useDrawingExport(admin)} />
            {!gallery && columns.menu}
          </>
        }
      />
      {gallery && list.rows.length > 0 ? (
        <section aria-label={t('drawings.title')} aria-busy={list.isRefreshing}>
          <DrawingGallery drawings={list.rows} onImage={setShown} />
          <Pager list={list} />
        </section>
      ) : (
        <DataTable
          name={t('drawings.title')}
          list={list}
          columns={columns.visible}
          density={columns.density}
          widths={columns.widths}
          rowName={({ mj_id }) => t('drawings.rowName', { id: mj_id })}
          onOpen={(row) => row.image_url && setShown(row)}
          empty={<EmptyState title={t('drawings.emptyTitle')} hint={t('drawings.emptyHint')} />}
        />
      )}
      {shown && (
        <ImageDialog
          drawings={list.rows.filter(({ image_url }) => image_url !== '')}
          first={shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
