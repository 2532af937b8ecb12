import { Group, Paper, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import type { RunningTasksResponse } from '#contract/resources/tasks/task-administration';
import { colorOfNumber } from '../../lib/format/colors';
import { formatAgo, nowSeconds } from '../../lib/format/format';
import { Quota } from '../../ui/badge/quota';
import { StatusBadge } from '../../ui/badge/status-badge';
import { Tag } from '../../ui/badge/tag';
import classes from './running-tasks.module.css';
import { get } from '../../lib/api/api';

interface RunningTasksProps {
  kind: RunningTasksResponse['kind'];
  /** Whether the list below shows a running task. */
  active: boolean;
  /** Called with the id of a chosen channel, or '' for all channels. */
  onChannel: (channelId: string) => void;
  /** The channel that the list is filtered by; '' = all. */
  channelId: string;
}

/** Seconds after which a poll is late: shorter delays are usual. */
const LATE_SECONDS = 60;

/** Running tasks by channel, for administrators; nothing while none runs. */
export function RunningTasks({ kind, active, onChannel, channelId }: RunningTasksProps) {
  const { t, i18n } = useTranslation();
  const { rows } = useRunningTasks(kind, active);
  if (rows.length === 0) return null;
  return (
    <Paper withBorder component="section" aria-labelledby="running-tasks" className={classes.panel}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5" id="running-tasks">
          {t('running.title')}
        </Title>
        <Text size="sm" c="dimmed" component="span">
          {t('running.total', { n: sum(rows, 'running') })}
          {' · '}
          {t('running.atStake')} <Quota value={sum(rows, 'quota')} digits={4} />
        </Text>
      </Group>
      <ul className={classes.channels}>
        {rows.map((row) => (
          <li key={row.channel_id}>
            <UnstyledButton
              className={classes.channel}
              aria-pressed={channelId === String(row.channel_id)}
              onClick={() => onChannel(channelId === String(row.channel_id) ? '' : String(row.channel_id))}
            >
              <VisuallyHidden>{t('running.showChannel')}</VisuallyHidden>{' '}
              <Tag color={colorOfNumber(row.channel_id)}>{`${row.channel_id} ${nameOf(row, t)}`}</Tag>
            </UnstyledButton>
            <StatusBadge color="blue">{t('running.running', { n: row.running })}</StatusBadge>
            {row.stuck > 0 && <StatusBadge color="red">{t('running.stuck', { n: row.stuck })}</StatusBadge>}
            {row.oldest_due_seconds > LATE_SECONDS && (
              <StatusBadge color="orange">
                {t('running.overdue', { ago: ago(row.oldest_due_seconds, i18n.language) })}
              </StatusBadge>
            )}
            <Text span size="xs" c="dimmed">
              {t('running.oldest', { ago: ago(row.oldest_seconds, i18n.language) })}
            </Text>
            <Text span size="sm" className={classes.cost}>
              <Quota value={row.quota} digits={4} label={t('running.atStake')} />
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function nameOf({ channel_name: name }: RunningTasksResponse, t: TFunction): string {
  return name || t('running.deletedChannel');
}

function ago(seconds: number, language: string): string {
  return formatAgo(nowSeconds() - seconds, language);
}

function sum(rows: readonly RunningTasksResponse[], member: 'running' | 'quota'): number {
  return rows.reduce((total, row) => total + row[member], 0);
}

const REFRESH_MS = 5000;

/**
 * Running tasks of one kind by channel, for administrators. Refreshes while tasks run and the tab is visible.
 * @param active whether the page shows running tasks that the last response may not contain yet
 */
function useRunningTasks(kind: RunningTasksResponse['kind'], active: boolean) {
  const { data, mutate } = useSWR<RunningTasksResponse[], unknown>(
    '/api/task/running',
    (path: string) => get<RunningTasksResponse[]>(path),
    { refreshInterval: (latest) => (active || latest?.some((row) => row.kind === kind) ? REFRESH_MS : 0) },
  );
  return { rows: data?.filter((row) => row.kind === kind) ?? [], refresh: mutate };
}
