import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/api/session';
import { useServerAddress } from '../../lib/api/use-status';
import { MODEL_PLACEHOLDER, sampleVideoModel, usePricedModels } from '../../lib/models/sample-model';
import { musicSample, videoSample } from '../../lib/models/task-samples';
import { WidenRange } from '../../ui/time-range/widen-range';
import { RequestExamples } from '../../ui/page/request-examples';
import { useColumns } from '../../ui/table/columns';
import { TaskListPage, useTaskDialogs } from '../task-list/task-list-page';
import { taskBrief } from './task-brief';
import { useTaskColumns } from './task-columns';
import { useTaskExport } from './task-export';
import type { TaskResponse } from '#contract/resources/tasks/task';
import { useTasks } from './use-tasks';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const TaskDialog = lazyDialog(async () => (await import('./task-dialog')).TaskDialog);

export function TasksPage() {
  const { t } = useTranslation();
  const tasks = useTasks();
  const { admin, list } = tasks;
  const dialogs = useTaskDialogs<TaskResponse>();
  const { onOpen, onCancel } = dialogs;
  return (
    <TaskListPage
      kind="task"
      title={t('tasks.title')}
      lead={t('tasks.lead')}
      tasks={tasks}
      dialogs={dialogs}
      clientIdOf={({ task_id }) => task_id}
      idField="task_id"
      exported={{ name: 'task-log', columns: useTaskExport(admin) }}
      columns={useColumns('tasks-table-columns', useTaskColumns(admin, { onOpen, onCancel }))}
      brief={taskBrief}
      rowName={({ task_id }) => t('tasks.rowName', { id: task_id })}
      empty={{
        title: t('tasks.emptyTitle'),
        hint: t('tasks.emptyHint'),
        action: <WidenRange onPick={(start) => list.setFilters({ start: String(start), end: '' })} />,
        after: <Examples />,
      }}
      details={(task, onClose) => (
        <TaskDialog task={task} admin={admin} onCancel={onCancel} onClose={onClose} />
      )}
    />
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
