import type { ImportRunDetailResponse } from '#contract/resources/import';
import { Progress, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExact } from '../../lib/format/format';
import { isActive } from './use-imports';

type TableProgress = ImportRunDetailResponse['progress'][number];

/** Rows of each table that are dealt with, and how long the current one still takes. */
export function RunProgress({ run }: { run: ImportRunDetailResponse }) {
  const { t } = useTranslation();
  const { progress } = run;
  const current = isActive(run.state) ? progress.at(-1) : undefined;
  const left = useTimeLeft(current);
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {t('importing.progress')}
      </Title>
      <Stack gap="xs">
        {progress.length === 0 && isActive(run.state) && (
          <Text size="sm" c="dimmed">
            {t('importing.waiting')}
          </Text>
        )}
        {progress.map(({ table, done, total }) => (
          <div key={table}>
            <Text size="sm">
              {table}:{' '}
              {total === null
                ? t('importing.rowsOnly', { done: formatExact(done) })
                : t('importing.rows', { done: formatExact(done), total: formatExact(total) })}
              {table === current?.table && left !== undefined && (
                <> · {t('importing.left', { seconds: formatExact(left) })}</>
              )}
            </Text>
            {total !== null && total > 0 && (
              <Progress value={Math.min((done / total) * 100, 100)} size="sm" aria-label={table} />
            )}
          </div>
        ))}
      </Stack>
    </div>
  );
}

/** Seconds at the pace since the page first saw the table; undefined while that is unknown. */
function useTimeLeft(current: TableProgress | undefined): number | undefined {
  const first = useRef<{ table: string; done: number; at: number }>(undefined);
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (!current) return undefined;
    const { table, done, total } = current;
    if (first.current?.table !== table) first.current = { table, done, at: Date.now() };
    const { done: begun, at } = first.current;
    const pace = (done - begun) / ((Date.now() - at) / 1000);
    const seconds = total !== null && pace > 0 ? Math.ceil((total - done) / pace) : undefined;
    const timer = setTimeout(() => setLeft(seconds), 0);
    return () => clearTimeout(timer);
  }, [current]);
  return left;
}
