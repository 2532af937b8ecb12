import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobFilters } from '../../lib/list/use-job-list';
import type { ShownList } from '../../lib/list/use-list';
import { TimeFilterBar } from './time-filter-bar';

interface JobFilterBarProps<T, F extends JobFilters> {
  list: ShownList<T, F>;
  /** Adds the filter by channel. */
  admin: boolean;
  /** Name of the filter by the job's id. */
  idField: keyof F & string;
  extra: ReactNode;
}

/** Filters of drawings and tasks. */
export function JobFilterBar<T, F extends JobFilters>({
  list,
  admin,
  idField,
  extra,
}: JobFilterBarProps<T, F>) {
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
