import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MODEL_PLACEHOLDER, sampleVideoModel, usePricedModels } from '../../lib/models/sample-model';
import { useSession } from '../../lib/api/session';
import { musicSample, videoSample } from '../../lib/models/task-samples';
import { isRunning } from '../../lib/list/use-task-list';
import { useServerAddress } from '../../lib/api/use-status';
import { useColumns } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ExportMenu } from '../../ui/page/export-menu';
import { TaskFilterBar } from '../task-list/task-filter-bar';
import { PageHeader } from '../../ui/page/page-header';
import { WidenRange } from '../../ui/page/range-menu';
import { RequestExamples } from '../../ui/page/request-examples';
import { CancelTaskDialog } from '../task-list/cancel-task-dialog';
import { RunningTasks } from '../task-list/running-tasks';
import { TaskDialog } from './task-dialog';
import { useTaskColumns } from './task-columns';
import { useTaskExport } from './task-export';
import type { TaskResponse } from '#contract/resources/task';
import { useTasks } from './use-tasks';

export function TasksPage() {
  const { t } = useTranslation();
  const { admin, list } = useTasks();
  const [opened, setOpened] = useState<TaskResponse>();
  const [cancelling, setCancelling] = useState<TaskResponse>();
  const actions = { onOpen: setOpened, onCancel: setCancelling };
  const columns = useColumns('tasks-table-columns', useTaskColumns(admin, actions));
  // The dialog follows the running task that it shows.
  const latest = (task: TaskResponse) => list.rows.find(({ id }) => id === task.id) ?? task;
  return (
    <>
      <PageHeader title={t('tasks.title')} lead={t('tasks.lead')} />
      {admin && (
        <RunningTasks
          kind="task"
          active={list.rows.some(isRunning)}
          channelId={list.filters.channel_id}
          onChannel={(channel_id) => list.setFilters({ channel_id })}
        />
      )}
      <TaskFilterBar
        list={list}
        admin={admin}
        idField="task_id"
        extra={
          <>
            <ExportMenu name="task-log" list={list} columns={useTaskExport(admin)} />
            {columns.menu}
          </>
        }
      />
      <DataTable
        name={t('tasks.title')}
        list={list}
        columns={columns.visible}
        density={columns.density}
        widths={columns.widths}
        rowName={({ task_id }) => t('tasks.rowName', { id: task_id })}
        onOpen={setOpened}
        empty={
          <>
            <EmptyState
              title={t('tasks.emptyTitle')}
              hint={t('tasks.emptyHint')}
              action={<WidenRange onPick={(start) => list.setFilters({ start: String(start), end: '' })} />}
            />
            <Examples />
          </>
        }
      />
      {opened && (
        <TaskDialog
          task={latest(opened)}
          admin={admin}
          onCancel={setCancelling}
          onClose={() => setOpened(undefined)}
        />
      )}
      {cancelling && (
        <CancelTaskDialog
          task={{
            kind: 'task',
            id: cancelling.id,
            name: cancelling.task_id,
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

function Examples() {
  const { t } = useTranslation();
  const address = useServerAddress();
  const priced = usePricedModels();
  const group = useSession()?.group || 'default';
  const model = (priced && sampleVideoModel(priced, [group])) ?? MODEL_PLACEHOLDER;
  return (
    <RequestExamples
      examples={[
        { title: t('tasks.music'), code: musicSample(address) },
        { title: t('tasks.video'), code: videoSample(address, model) },
      ]}
    />
  );
}
