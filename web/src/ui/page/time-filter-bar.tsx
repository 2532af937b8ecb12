import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../lib/list/use-list';
import { FilterBar } from './filter-bar';
import { RangeField } from '../time-range/range-field';
import { secondsOf, textOf } from '../time-range/ranges';

/** Epoch seconds as text; '' = no limit. */
export interface TimeFilters extends Filters {
  start: string;
  end: string;
}

interface TimeFilterBarProps<F extends TimeFilters> {
  list: { filters: F; setFilters: (change: Partial<F>) => void; refresh: () => Promise<void> };
  /** Other fields: named inputs whose default values are the filters. `children` precede the times, `after` follows them. */
  children?: ReactNode;
  after?: ReactNode;
  extra?: ReactNode;
}

/** Filters of a list by time, with common ranges and the list's other filters. */
export function TimeFilterBar<F extends TimeFilters>({
  list,
  children,
  after,
  extra,
}: TimeFilterBarProps<F>) {
  const { t } = useTranslation();
  const { filters } = list;

  function apply(changes: Partial<F>) {
    list.setFilters(changes);
    void list.refresh();
  }

  return (
    <FilterBar
      filters={filters}
      onApply={apply}
      extra={
        <>
          <Tooltip label={t('common.refresh')}>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t('common.refresh')}
              onClick={() => void list.refresh()}
            >
              <IconRefresh size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          {extra}
        </>
      }
    >
      {children}
      <RangeField
        range={{ start: secondsOf(filters.start), end: secondsOf(filters.end) }}
        onChange={({ start, end }) => {
          const change: Partial<TimeFilters> = { start: textOf(start), end: textOf(end) };
          list.setFilters({ ...filters, ...change });
        }}
      />
      {after}
    </FilterBar>
  );
}
