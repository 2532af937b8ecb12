import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fromLocalInput, toLocalInput } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import type { Filters } from '../../lib/list/use-list';
import { FilterBar } from './filter-bar';
import { RangeMenu } from './range-menu';

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
  /** Fits a time with seconds in any language. */
  const width = { sm: 212 };
  const times = { start: toLocalInput(Number(filters.start)), end: toLocalInput(Number(filters.end)) };

  function apply(changes: Partial<F>) {
    // An unedited time keeps its exact value.
    const time = (key: 'start' | 'end') => {
      const text = changes[key] ?? '';
      if (text === times[key]) return filters[key];
      return text === '' ? '' : String(fromLocalInput(text));
    };
    const [start, end] = [time('start'), time('end')];
    if (start === 'NaN' || end === 'NaN') {
      toast.error(t('common.checkInput'));
      return;
    }
    list.setFilters({ ...changes, start, end });
    void list.refresh();
  }

  return (
    <FilterBar
      collapsible
      filters={{ ...filters, ...times }}
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
      <TextInput
        type="datetime-local"
        step={1}
        label={t('log.from')}
        name="start"
        w={width}
        defaultValue={times.start}
      />
      <TextInput
        type="datetime-local"
        step={1}
        label={t('log.to')}
        name="end"
        w={width}
        defaultValue={times.end}
      />
      <RangeMenu
        onPick={(start) => {
          const change: Partial<TimeFilters> = { start: String(start), end: '' };
          list.setFilters({ ...filters, ...change });
        }}
      />
      {after}
    </FilterBar>
  );
}
