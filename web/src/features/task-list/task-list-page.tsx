import { type ReactNode, useState } from 'react';
import type { RunningTasksResponse } from '#contract/resources/tasks/task-administration';
import {
  isRunning,
  type ListedTask,
  type TaskList,
  type TaskListFilters,
} from '../../lib/list/use-task-list';
import { type ExportColumn, ExportMenu } from '../../ui/page/export-menu';
import { ResourcePage, type ResourcePageProps } from '../../ui/page/resource-page';
import { RunningTasks } from './running-tasks';
import { TaskFilterBar } from './task-filter-bar';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const CancelTaskDialog = lazyDialog(async () => (await import('./cancel-task-dialog')).CancelTaskDialog);

/** The rows whose dialogs are open. */
interface TaskDialogs<T> {
  opened: T | undefined;
  cancelling: T | undefined;
  onOpen: (task: T | undefined) => void;
  onCancel: (task: T | undefined) => void;
}

/** State of the dialogs of a list of tasks: details, and the question before a task is cancelled. */
export function useTaskDialogs<T>(): TaskDialogs<T> {
  const [opened, onOpen] = useState<T>();
  const [cancelling, onCancel] = useState<T>();
  return { opened, cancelling, onOpen, onCancel };
}

interface TaskListPageProps<T extends ListedTask, F extends TaskListFilters> extends Pick<
  ResourcePageProps<T, F>,
  | 'title'
  | 'lead'
  | 'headerActions'
  | 'notice'
  | 'columns'
  | 'gallery'
  | 'rowName'
  | 'brief'
  | 'empty'
  | 'children'
> {
  kind: RunningTasksResponse['kind'];
  tasks: TaskList<T, F>;
  dialogs: TaskDialogs<T>;
  /** The id that clients use. */
  clientIdOf: (task: T) => string;
  /** Name of the filter by it. */
  idField: keyof F & string;
  exported: { name: string; columns: ExportColumn<T>[] };
  /** The dialog with everything about a task. */
  details: (task: T, onClose: () => void) => ReactNode;
}

/** The log of drawings or of tasks. Administrators also see what runs, and can cancel it. */
export function TaskListPage<T extends ListedTask, F extends TaskListFilters>(
  props: TaskListPageProps<T, F>,
) {
  const { kind, tasks, dialogs, clientIdOf, idField, exported, details, notice, children, ...page } = props;
  const { admin, list } = tasks;
  const { opened, cancelling, onOpen, onCancel } = dialogs;
  /** The dialog follows the running task that it shows. */
  const latest = (task: T) => list.rows.find(({ id }) => id === task.id) ?? task;
  return (
    <ResourcePage
      {...page}
      list={list}
      notice={
        <>
          {notice}
          {admin && (
            <RunningTasks
              kind={kind}
              active={list.rows.some(isRunning)}
              channelId={list.filters.channel_id}
              onChannel={(channel_id) => list.setFilters({ ...list.filters, channel_id })}
            />
          )}
        </>
      }
      filters={(controls) => <TaskFilterBar list={list} admin={admin} idField={idField} extra={controls} />}
      tools={<ExportMenu name={exported.name} list={list} columns={exported.columns} />}
      onOpen={onOpen}
    >
      {children}
      {opened && details(latest(opened), () => onOpen(undefined))}
      {cancelling && (
        <CancelTaskDialog
          task={{
            kind,
            id: cancelling.id,
            name: clientIdOf(cancelling),
            userId: cancelling.user_id,
            quota: cancelling.quota,
          }}
          onDone={list.refresh}
          onClose={() => onCancel(undefined)}
        />
      )}
    </ResourcePage>
  );
}
