import { Group, Paper, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Placeholder of a table while its first page loads. */
export function TableSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation();
  const cells = Array.from({ length: Math.min(columns, 8) }, (_, index) => index);
  return (
    <Paper withBorder role="status" aria-label={t('common.loading')}>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <Group
          key={row}
          wrap="nowrap"
          gap="xl"
          px="md"
          h={row === 0 ? 40 : 52}
          style={row > 0 ? { borderTop: '1px solid var(--app-line)' } : undefined}
        >
          {cells.map((cell) => (
            <Skeleton key={cell} h={row === 0 ? 10 : 14} w={`${50 + ((row * 7 + cell * 13) % 45)}%`} />
          ))}
        </Group>
      ))}
    </Paper>
  );
}
