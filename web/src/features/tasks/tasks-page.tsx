import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { JobFilterBar } from '../../ui/job-filter-bar';
import { PageHeader } from '../../ui/page-header';
import { WidenRange } from '../../ui/range-menu';
import { TaskDialog } from './task-dialog';
import { useTaskColumns } from './task-columns';
import { useTaskExport } from './task-export';
import type { TaskResponse } from '#contract/resources/task';
import { useTasks } from './use-tasks';

export function TasksPage() {
  const { t } = useTranslation();
  const { admin, list } = useTasks();
  const [opened, setOpened] = useState<TaskResponse>();
  const columns = useColumns('tasks-table-columns', useTaskColumns(admin, setOpened));
  return (
    <>
      <PageHeader title={t('tasks.title')} lead={t('tasks.lead')} />
      <JobFilterBar
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
          <EmptyState
            title={t('tasks.emptyTitle')}
            hint={t('tasks.emptyHint')}
            action={<WidenRange onPick={(start) => list.setFilters({ start: String(start), end: '' })} />}
          />
        }
      />
      {opened && <TaskDialog task={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
