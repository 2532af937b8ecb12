import type { ImportRunResponse } from '#contract/resources/import';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { StateBadge } from './state-badge';

interface RunListProps {
  runs: readonly ImportRunResponse[];
  shown: number | undefined;
  onShow: (id: number) => void;
}

/** Runs so far, newest first. */
export function RunList({ runs, shown, onShow }: RunListProps) {
  const { t } = useTranslation();
  if (runs.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {t('importing.noRuns')}
      </Text>
    );
  return (
    <Stack gap="xs">
      {runs.map((run) => (
        <Paper key={run.id} withBorder px="md" py="xs">
          <Group justify="space-between" gap="xs">
            <div style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {t(run.dry_run ? 'importing.dry' : 'importing.real')}
                </Text>
                <StateBadge state={run.state} />
              </Group>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {run.label} · {formatTime(run.created_at)} · {t('importing.by', { name: run.started_by })}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              disabled={run.id === shown}
              aria-label={`${t('importing.open')}: ${run.label}, ${formatTime(run.created_at)}`}
              onClick={() => onShow(run.id)}
            >
              {t('importing.open')}
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
