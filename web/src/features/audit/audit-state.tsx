import { Role } from '#contract/enums';
import type { AuditStateResponse } from '#contract/resources/audit';
import { Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { useSession } from '../../lib/api/session';
import { formatExact, formatTime, nowSeconds } from '../../lib/format/format';
import { useAction } from '../../lib/interaction/use-action';
import { StatusBadge } from '../../ui/badge/status-badge';
import { CopyText } from '../../ui/button/copy-text';
import classes from './audit.module.css';

const PATH = '/api/audit/state';
const REFRESH_MS = 10_000;

/** What proves that the log is unchanged: its last seal, the last verification, and the receiver that has a copy. */
export function AuditState() {
  const { t } = useTranslation();
  const { data: state } = useSWR(PATH, get<AuditStateResponse>, { refreshInterval: REFRESH_MS });
  // The list below must not move when it comes.
  if (!state) return <Skeleton className={classes.pending} mb="md" />;
  const { seal, verified_at: verifiedAt, verified_day: day, problem } = state;
  // Before the first seal there was nothing to compare.
  const isVerified = verifiedAt > 0 && day !== '';
  return (
    <Paper withBorder p="sm" mb="md" component="section" aria-label={t('audit.state.title')}>
      <Group gap="xs" align="center">
        <StatusBadge color={problem !== '' ? 'red' : isVerified ? 'green' : 'gray'}>
          {t(`audit.state.${problem !== '' ? 'changed' : isVerified ? 'verified' : 'unverified'}`)}
        </StatusBadge>
        <Text size="sm">
          {isVerified
            ? t('audit.state.verifiedUntil', { day, time: formatTime(verifiedAt) })
            : t('audit.state.notVerified')}
          {' · '}
          {state.retention_days > 0
            ? t('audit.state.keptDays', { days: formatExact(state.retention_days) })
            : t('audit.state.keptForEver')}
        </Text>
      </Group>
      {problem !== '' && (
        <Text size="sm" c="red" mt={4} className={classes.problem}>
          {problem}
        </Text>
      )}
      {seal && (
        <Group gap={6} mt={4} wrap="nowrap" align="center">
          <Text size="xs" c="dimmed" className={classes.seal}>
            {t('audit.state.lastSeal', { id: seal.id, time: formatTime(seal.sealed_at) })}{' '}
            <span className={classes.hash}>{seal.hash}</span>
          </Text>
          <CopyText text={seal.hash} label={t('audit.state.copySeal')} />
        </Group>
      )}
      <Stream state={state} />
    </Paper>
  );
}

/** How far the receiver has the log; nothing before one was set up. */
function Stream({ state: { stream } }: { state: AuditStateResponse }) {
  const { t } = useTranslation();
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  const retry = useAction(() => call('POST', '/api/audit/stream/retry'));
  if (!stream.enabled && stream.delivered === 0) return null;
  const tone = !stream.enabled ? 'gray' : stream.failures > 0 ? 'orange' : 'green';
  const name = !stream.enabled ? 'off' : stream.failures > 0 ? 'late' : 'well';
  return (
    <Group gap="xs" mt="xs" align="center">
      <StatusBadge color={tone}>{t(`audit.state.stream.${name}`)}</StatusBadge>
      <Text size="sm">
        {t('audit.state.stream.delivered', { events: formatExact(stream.delivered), seal: stream.seal })}
        {stream.delivered_at > 0 && ` · ${formatTime(stream.delivered_at)}`}
      </Text>
      {stream.last_error !== '' && (
        <Text size="sm" c="dimmed">
          {t('audit.state.stream.failed', {
            failures: stream.failures,
            error: stream.last_error,
            time: formatTime(Math.max(stream.due_at, nowSeconds())),
          })}
        </Text>
      )}
      {isRoot && stream.failures > 0 && (
        <Button size="compact-xs" variant="default" loading={retry.pending} onClick={() => void retry.run()}>
          {t('audit.state.stream.retry')}
        </Button>
      )}
    </Group>
  );
}
