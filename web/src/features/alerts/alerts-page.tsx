import { Role } from '#contract/enums';
import { Button, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBellCheck, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/api/session';
import { formatTime } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { AlertRow } from './alert-row';
import { AlertRules } from './alert-rules';
import { AlertTargets } from './alert-targets';
import { useAlerts } from './use-alerts';

/** What fires, what has ended, and the rules with their limits. */
export function AlertsPage() {
  const { t } = useTranslation();
  const { state, error, refresh, ...actions } = useAlerts();
  const { mute } = actions;
  const isOperator = (useSession()?.role ?? 0) >= Role.root;
  return (
    <>
      <PageHeader title={t('alerts.title')} lead={t('alerts.lead')}>
        <Button
          component={Link}
          to="/setting?tab=operation#alerts"
          variant="default"
          leftSection={<IconSettings size={16} stroke={1.75} />}
        >
          {t('alerts.settings')}
        </Button>
      </PageHeader>
      {!state && error ? (
        <Paper withBorder>
          <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
        </Paper>
      ) : !state ? (
        <Skeleton height={240} />
      ) : (
        <Stack gap="lg">
          {!state.enabled && <Text>{t('alerts.off')}</Text>}
          {state.quiet && <Text>{t('alerts.quiet')}</Text>}
          <section aria-labelledby="alerts-firing">
            <Title order={2} size="h4" mb="xs" id="alerts-firing">
              {t('alerts.firing')}
            </Title>
            {state.alerts.some(({ firing }) => firing) ? (
              <Stack gap="xs">
                {state.alerts
                  .filter(({ firing }) => firing)
                  .map((alert) => (
                    <AlertRow
                      key={`${alert.rule} ${alert.channel_id}`}
                      alert={alert}
                      state={state}
                      mute={mute}
                    />
                  ))}
              </Stack>
            ) : (
              <Paper withBorder>
                <EmptyState
                  icon={<IconBellCheck size={22} stroke={1.5} />}
                  title={t('alerts.none')}
                  hint={
                    state.checked_at > 0
                      ? t('alerts.checked', { time: formatTime(state.checked_at) })
                      : t('alerts.unchecked')
                  }
                />
              </Paper>
            )}
          </section>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Stack gap="lg">
              <AlertRules state={state} route={actions.route} />
              {isOperator && <AlertTargets state={state} actions={actions} />}
            </Stack>
            <section aria-labelledby="alerts-ended">
              <Title order={2} size="h4" mb="xs" id="alerts-ended">
                {t('alerts.ended')}
              </Title>
              <Stack gap="xs">
                {state.alerts
                  .filter(({ firing }) => !firing)
                  .map((alert) => (
                    <AlertRow
                      key={`${alert.rule} ${alert.channel_id}`}
                      alert={alert}
                      state={state}
                      mute={mute}
                    />
                  ))}
                {state.alerts.every(({ firing }) => firing) && (
                  <Text c="dimmed" size="sm">
                    {t('alerts.noneEnded')}
                  </Text>
                )}
              </Stack>
            </section>
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}
