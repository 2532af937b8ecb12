import { ActionIcon, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconClockPlay, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nowSeconds } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import { FilterBar } from '../../ui/page/filter-bar';
import { RangeField } from '../../ui/time-range/range-field';
import type { TimeRange } from '../../ui/time-range/ranges';
import { GRAINS } from './dashboard.types';
import { type Dashboard, MONTH } from './use-dashboard';

export function DashboardFilters({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const { admin, query, ask, refresh, everyMinute, toggleEveryMinute } = dashboard;
  useShortcuts({ r: () => void refresh() });
  const filters = { username: query.username };

  function choose({ start, end }: TimeRange) {
    const [from, to] = [start ?? query.start, end ?? nowSeconds()];
    if (!admin && to - from > MONTH) toast.error(t('dashboard.tooLong'));
    else ask({ start: String(from), end: end === undefined ? '' : String(end) });
  }

  function apply({ username = '' }: Partial<typeof filters>) {
    ask({ username: username.trim() });
    void refresh();
  }

  return (
    <FilterBar
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
      <RangeField range={{ start: query.start, end: query.end }} onChange={choose} />
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
