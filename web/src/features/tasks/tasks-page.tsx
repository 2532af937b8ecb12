import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { PageHeader } from '../../ui/page-header';
import { WidenRange } from '../../ui/range-menu';
import { TimeFilterBar } from '../../ui/time-filter-bar';
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
      <TimeFilterBar
        list={list}
        extra={
          <>
            <ExportMenu name="task-log" list={list} columns={useTaskExport(admin)} />
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
          name="task_id"
          w={{ sm: 130 }}
          defaultValue={list.filters.task_id}
        />
      </TimeFilterBar>
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
