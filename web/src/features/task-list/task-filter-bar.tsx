import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskListFilters } from '../../lib/list/use-task-list';
import type { ShownList } from '../../lib/list/use-list';
import { TimeFilterBar } from '../../ui/page/time-filter-bar';

interface TaskFilterBarProps<T, F extends TaskListFilters> {
  list: ShownList<T, F>;
  /** Adds the filter by channel. */
  admin: boolean;
  /** Name of the filter by the task's id. */
  idField: keyof F & string;
  extra: ReactNode;
}

/** Filters of drawings and tasks. */
export function TaskFilterBar<T, F extends TaskListFilters>({
  list,
  admin,
  idField,
  extra,
}: TaskFilterBarProps<T, F>) {
  const { t } = useTranslation();
  return (
    <TimeFilterBar list={list} extra={extra}>
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
        name={idField}
        w={{ sm: 130 }}
        defaultValue={list.filters[idField]}
      />
    </TimeFilterBar>
  );
}
