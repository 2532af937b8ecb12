import { Alert, SegmentedControl } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerAddress, useStatus } from '../../lib/api/use-status';
import { readText, writeText } from '../../lib/browser/storage';
import { drawingSample } from '../../lib/models/task-samples';
import { RequestExamples } from '../../ui/page/request-examples';
import { useColumns } from '../../ui/table/columns';
import { TaskListPage, useTaskDialogs } from '../task-list/task-list-page';
import { drawingBrief } from './drawing-brief';
import { useDrawingColumns } from './drawing-columns';
import { hasResult } from './drawing-facts';
import { DrawingGallery } from './drawing-gallery';
import { useDrawingExport } from './drawing-export';
import type { DrawingResponse } from '#contract/resources/tasks/drawing';
import { useDrawings } from './use-drawings';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const DrawingDialog = lazyDialog(async () => (await import('./drawing-dialog')).DrawingDialog);
const ImageDialog = lazyDialog(async () => (await import('./image-dialog')).ImageDialog);

/** Storage key of the preferred view. */
const VIEW_KEY = 'drawings-view';

export function DrawingsPage() {
  const { t } = useTranslation();
  const drawings = useDrawings();
  const { admin, list } = drawings;
  const { mj_notify_enabled: notified } = useStatus();
  const [gallery, setGallery] = useState(() => readText(VIEW_KEY) !== 'list');
  const [shown, setShown] = useState<DrawingResponse>();
  const dialogs = useTaskDialogs<DrawingResponse>();
  const actions = { onImage: setShown, onDetails: dialogs.onOpen, onCancel: dialogs.onCancel };
  const address = useServerAddress();

  function showAs(asGallery: boolean) {
    setGallery(asGallery);
    writeText(VIEW_KEY, asGallery ? undefined : 'list');
  }

  return (
    <TaskListPage
      kind="drawing"
      title={t('drawings.title')}
      lead={t('drawings.lead')}
      headerActions={
        <SegmentedControl
          aria-label={t('drawings.view')}
          value={gallery ? 'gallery' : 'list'}
          data={[
            { value: 'gallery', label: t('drawings.asGallery') },
            { value: 'list', label: t('drawings.asList') },
          ]}
          onChange={(view) => showAs(view === 'gallery')}
        />
      }
      notice={
        admin &&
        !notified && (
          <Alert color="blue" mb="md" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
            {t('drawings.notifyOff')}
          </Alert>
        )
      }
      tasks={drawings}
      dialogs={dialogs}
      clientIdOf={({ mj_id }) => mj_id}
      idField="mj_id"
      exported={{ name: 'drawing-log', columns: useDrawingExport(admin) }}
      columns={useColumns('drawings-table-columns', useDrawingColumns(admin, actions))}
      brief={(drawing) => drawingBrief(drawing, admin)}
      rowName={({ mj_id }) => t('drawings.rowName', { id: mj_id })}
      {...(gallery && { gallery: <DrawingGallery drawings={list.rows} admin={admin} {...actions} /> })}
      empty={{
        title: t('drawings.emptyTitle'),
        hint: t('drawings.emptyHint'),
        after: (
          <RequestExamples examples={[{ title: t('drawings.example'), code: drawingSample(address) }]} />
        ),
      }}
      details={(drawing, onClose) => (
        <DrawingDialog drawing={drawing} admin={admin} onCancel={dialogs.onCancel} onClose={onClose} />
      )}
    >
      {shown && (
        <ImageDialog
          drawings={list.rows.filter(hasResult)}
          first={shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </TaskListPage>
  );
}
