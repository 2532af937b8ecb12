import { ActionIcon, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconClockPlay, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fromLocalInput, toLocalInput } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import { FilterBar } from '../../ui/page/filter-bar';
import { RangeMenu } from '../../ui/page/range-menu';
import { GRAINS } from './dashboard.types';
import { type Dashboard, MONTH } from './use-dashboard';

export function DashboardFilters({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const { admin, query, ask, refresh, everyMinute, toggleEveryMinute } = dashboard;
  useShortcuts({ r: () => void refresh() });
  const filters = {
    start: toLocalInput(query.start),
    end: toLocalInput(query.end),
    username: query.username,
  };

  function apply(changes: Partial<typeof filters>) {
    // An unchanged field keeps its exact timestamp; a changed one must be a valid time.
    const time = (key: 'start' | 'end') =>
      changes[key] === filters[key] ? query[key] : fromLocalInput(changes[key] ?? '');
    const [start, end] = [time('start'), time('end')];
    if (Number.isNaN(start) || Number.isNaN(end)) toast.error(t('common.checkInput'));
    else if (start >= end) toast.error(t('dashboard.badRange'));
    else if (!admin && end - start > MONTH) toast.error(t('dashboard.tooLong'));
    else {
      const moved = changes.start !== filters.start || changes.end !== filters.end;
      ask({
        username: (changes.username ?? '').trim(),
        ...(moved && { start: String(start), end: String(end) }),
      });
      void refresh();
    }
  }

  return (
    <FilterBar
      collapsible
      filters={filters}
      onApply={apply}
      extra={
        <>
          <SegmentedControl
            aria-label={t('dashboard.grain')}
            value={query.grain}
            onChange={(grain) => ask({ grain })}
            data={GRAINS.map((grain) => ({
              value: grain,
              label: t(`dashboard.${grain}`),
              disabled: grain === 'hour' && query.end - query.start > MONTH,
            }))}
          />
          <Tooltip label={t('common.refresh')}>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t('common.refresh')}
              onClick={() => void refresh()}
            >
              <IconRefresh size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('dashboard.everyMinute')}>
            <ActionIcon
              size={36}
              variant={everyMinute ? 'light' : 'default'}
              aria-label={t('dashboard.everyMinute')}
              aria-pressed={everyMinute}
              onClick={toggleEveryMinute}
            >
              <IconClockPlay size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <TextInput
        type="datetime-local"
        step={1}
        label={t('log.from')}
        name="start"
        defaultValue={filters.start}
      />
      <TextInput type="datetime-local" step={1} label={t('log.to')} name="end" defaultValue={filters.end} />
      <RangeMenu
        onPick={(start) => {
          ask({ start: String(start), end: '' });
        }}
      />
      {admin && (
        <TextInput
          label={t('dashboard.username')}
          placeholder={t('dashboard.everybody')}
          name="username"
          w={{ sm: 140 }}
          defaultValue={filters.username}
        />
      )}
    </FilterBar>
  );
}
