import { DEFAULT_SLOW_MS, LOG_RESULTS, type LogResult } from '#contract/resources/logs/log';
import { Group, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LogFilters } from './use-logs';

/** Offered limits, seconds. */
const LIMITS = [3, 5, 10, 30];

interface ResultControlProps {
  filters: LogFilters;
  onChange: (filters: Partial<LogFilters>) => void;
}

/** Limits the log to requests that failed, were slow or were rescued. */
export function ResultControl({ filters, onChange }: ResultControlProps) {
  const { t } = useTranslation();
  const { slow_ms: limit } = filters;
  const result = resultOf(filters) ?? '';
  const choose = (seconds: string | null) =>
    seconds !== null && onChange({ slow_ms: `${Number(seconds) * 1000}` });
  return (
    <Group gap="sm" mb="md">
      <SegmentedControl
        aria-label={t('log.result.label')}
        value={result}
        // A result is of one type of rows.
        onChange={(next) => onChange({ result: next, type: '0', slow_ms: '' })}
        data={[
          { value: '', label: t('log.result.all') },
          ...LOG_RESULTS.map((value) => ({ value, label: t(`log.result.${value}`) })),
        ]}
      />
      {result === 'slow' && (
        <Select
          aria-label={t('log.result.limit')}
          w={190}
          allowDeselect={false}
          data={LIMITS.map((seconds) => ({
            value: String(seconds),
            label: t('log.result.atLeast', { n: seconds }),
          }))}
          value={String(Number(limit || DEFAULT_SLOW_MS) / 1000)}
          onChange={choose}
        />
      )}
    </Group>
  );
}

/** The result in the address, if there is such a one. */
export function resultOf({ result }: Pick<LogFilters, 'result'>): LogResult | undefined {
  return LOG_RESULTS.find((one) => one === result);
}
