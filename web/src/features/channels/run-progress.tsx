import { CloseButton, Group, Paper, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelJobResponse } from '#contract/resources/channels/channel-job';
import type { ChannelRun } from './use-channel-run';

interface RunProgressProps {
  run: ChannelRun;
  /** Shown below the progress of a run that has ended with failures. */
  failures?: (ended: ChannelJobResponse) => ReactNode;
}

/** Progress of a run over all channels; stays visible until it is closed. */
export function RunProgress({ run, failures }: RunProgressProps) {
  const { t } = useTranslation();
  const { shown: state, underWay, kind, hide } = run;
  if (!state || state.state === 'idle') return null;
  const title = t(kind === 'test' ? 'channel.testAll' : 'channel.balanceAll');
  const hasFailures = state.state === 'done' && state.failed > 0;
  const share = state.total > 0 ? (state.done / state.total) * 100 : underWay ? 0 : 100;
  return (
    <Paper withBorder p="md" mb="md" role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <div role="status" aria-label={title}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <RunText state={state} />
        </div>
        {!underWay && <CloseButton aria-label={t('common.close')} onClick={hide} />}
      </Group>
      <Progress
        mt="sm"
        size="sm"
        value={share}
        animated={underWay}
        color={state.state === 'failed' ? 'red' : hasFailures ? 'orange' : undefined}
        aria-label={title}
      />
      {hasFailures && failures?.(state)}
    </Paper>
  );
}

function RunText({ state }: { state: ChannelJobResponse }) {
  const { t } = useTranslation();
  if (state.state === 'failed') {
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('channel.runFailed', { reason: state.error })}
      </Text>
    );
  }
  const isStarting = state.state === 'running' && state.done === 0;
  if (isStarting || state.state === 'waiting') {
    return (
      <Text size="sm" c="dimmed">
        {t(isStarting ? 'channel.runStarting' : 'channel.runWaiting')}
      </Text>
    );
  }
  const counts = (['failed', 'skipped', 'disabled', 'enabled'] as const)
    .filter((key) => state[key] > 0)
    .map((key) => t(`channel.run.${key}`, { n: state[key] }));
  return (
    <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {[t('channel.runDone', { done: state.done, total: state.total }), ...counts].join(' · ')}
    </Text>
  );
}
