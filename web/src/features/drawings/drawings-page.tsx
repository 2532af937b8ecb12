import { Alert, SegmentedControl } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readText, writeText } from '../../lib/browser/storage';
import { drawingSample } from '../../lib/models/task-samples';
import { isRunning } from '../../lib/list/use-task-list';
import { useServerAddress, useStatus } from '../../lib/api/use-status';
import { useColumns } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ExportMenu } from '../../ui/page/export-menu';
import { TaskFilterBar } from '../task-list/task-filter-bar';
import { PageHeader } from '../../ui/page/page-header';
import { Pager } from '../../ui/table/pager';
import { RequestExamples } from '../../ui/page/request-examples';
import { CancelTaskDialog } from '../task-list/cancel-task-dialog';
import { RunningTasks } from '../task-list/running-tasks';
import { useDrawingColumns } from './drawing-columns';
import { DrawingDialog } from './drawing-dialog';
import { hasResult } from './drawing-facts';
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
  const [gallery, setGallery] = useState(() => readText(VIEW_KEY) !== 'list');
  const [shown, setShown] = useState<DrawingResponse>();
  const [opened, setOpened] = useState<DrawingResponse>();
  const [cancelling, setCancelling] = useState<DrawingResponse>();
  const actions = { onImage: setShown, onDetails: setOpened, onCancel: setCancelling };
  const columns = useColumns('drawings-table-columns', useDrawingColumns(admin, actions));
  const address = useServerAddress();
  // The dialog follows the running drawing that it shows.
  const latest = (drawing: DrawingResponse) => list.rows.find(({ id }) => id === drawing.id) ?? drawing;

  function showAs(asGallery: boolean) {
    setGallery(asGallery);
    writeText(VIEW_KEY, asGallery ? undefined : 'list');
  }

  return (
    <>
      <PageHeader title={t('drawings.title')} lead={t('drawings.lead')}>
        <SegmentedControl
          aria-label={t('drawings.view')}
          value={gallery ? 'gallery' : 'list'}
          data={[
            { value: 'gallery', label: t('drawings.asGallery') },
            { value: 'list', label: t('drawings.asList') },
          ]}
          onChange={(view) => showAs(view === 'gallery')}
        />
      </PageHeader>
      {admin && !notified && (
        <Alert color="blue" mb="md" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {t('drawings.notifyOff')}
        </Alert>
      )}
      {admin && (
        <RunningTasks
          kind="drawing"
          active={list.rows.some(isRunning)}
          channelId={list.filters.channel_id}
          onChannel={(channel_id) => list.setFilters({ channel_id })}
        />
      )}
      <TaskFilterBar
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
          <DrawingGallery drawings={list.rows} admin={admin} {...actions} />
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
          onOpen={setOpened}
          empty={
            <>
              <EmptyState title={t('drawings.emptyTitle')} hint={t('drawings.emptyHint')} />
              <RequestExamples examples={[{ title: t('drawings.example'), code: drawingSample(address) }]} />
            </>
          }
        />
      )}
      {shown && (
        <ImageDialog
          drawings={list.rows.filter(hasResult)}
          first={shown}
          onClose={() => setShown(undefined)}
        />
      )}
      {opened && (
        <DrawingDialog
          drawing={latest(opened)}
          admin={admin}
          onCancel={setCancelling}
          onClose={() => setOpened(undefined)}
        />
      )}
      {cancelling && (
        <CancelTaskDialog
          task={{
            kind: 'drawing',
            id: cancelling.id,
            name: cancelling.mj_id,
            userId: cancelling.user_id,
            quota: cancelling.quota,
          }}
          onDone={list.refresh}
          onClose={() => setCancelling(undefined)}
        />
      )}
    </>
  );
}
