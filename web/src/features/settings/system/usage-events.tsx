import { Role } from '#contract/enums';
import type { UsageEventsResponse } from '#contract/resources/usage-events';
import { Button, Divider, Group, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../../lib/api/api';
import { useSession } from '../../../lib/api/session';
import { formatExact, formatTime, nowSeconds } from '../../../lib/format/format';
import { toast } from '../../../lib/interaction/toast';
import { useAction } from '../../../lib/interaction/use-action';
import { StatusBadge } from '../../../ui/badge/status-badge';

const PATH = '/api/usage-events';
const REFRESH_MS = 10_000;
/** Seconds behind the ledger that are usual: a worker sends every ten. */
const USUAL_SECONDS = 60;

/** How far the usage events are delivered. Only super administrators may read and change it. */
export function UsageEvents() {
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  return isRoot ? <State /> : null;
}

function State() {
  const { t } = useTranslation();
  const { state, retry } = useUsageEvents();
  // Before the first address is set there is nothing to show.
  if (!state || (!state.enabled && state.delivered === 0)) return null;
  const isLate = state.failures > 0 || state.waiting_seconds > USUAL_SECONDS;
  const tone = !state.enabled ? 'gray' : isLate || state.refused > 0 ? 'orange' : 'green';
  const name = !state.enabled ? 'off' : isLate ? 'late' : 'well';
  return (
    <>
      <Divider my="lg" />
      <Group justify="space-between" gap="sm">
        <div>
          <StatusBadge color={tone}>{t(`settings.system.usageEvents.${name}`)}</StatusBadge>
          <Text size="sm" mt={4}>
            {t('settings.system.usageEvents.delivered', { events: formatExact(state.delivered) })}
            {state.delivered_at > 0 &&
              ` · ${t('settings.system.usageEvents.last', { time: formatTime(state.delivered_at) })}`}
            {state.waiting_seconds > 0 &&
              ` · ${t('settings.system.usageEvents.behind', { seconds: formatExact(state.waiting_seconds) })}`}
          </Text>
          {state.last_error !== '' && (
            <Text size="sm" c="dimmed">
              {t('settings.system.usageEvents.failed', {
                failures: state.failures,
                error: state.last_error,
                time: formatTime(Math.max(state.due_at, nowSeconds())),
              })}
            </Text>
          )}
        </div>
        {(state.refused > 0 || state.failures > 0) && (
          <Button size="xs" variant="default" loading={retry.pending} onClick={() => void retry.run()}>
            {t('settings.system.usageEvents.retry')}
          </Button>
        )}
      </Group>
      <Refused state={state} />
    </>
  );
}

function Refused({ state }: { state: UsageEventsResponse }) {
  const { t } = useTranslation();
  if (state.refused === 0) return null;
  return (
    <>
      <Text size="sm" fw={500} mt="sm">
        {t('settings.system.usageEvents.refused', { events: formatExact(state.refused) })}
      </Text>
      <List size="sm">
        {state.refused_events.map(({ id, error, refused_at, sending }) => (
          <List.Item key={id} style={{ wordBreak: 'break-all' }}>
            {id} · {error} · {formatTime(refused_at)}
            {sending && ` · ${t('settings.system.usageEvents.sending')}`}
          </List.Item>
        ))}
      </List>
    </>
  );
}

function useUsageEvents() {
  const { t } = useTranslation();
  const { data, mutate } = useSWR<UsageEventsResponse, Error>(PATH, (path: string) => get(path), {
    refreshInterval: REFRESH_MS,
  });
  const retry = useAction(
    () => call('POST', `${PATH}/retry`),
    async () => {
      toast.success(t('settings.system.usageEvents.retried'));
      await mutate();
    },
  );
  return { state: data, retry };
}
