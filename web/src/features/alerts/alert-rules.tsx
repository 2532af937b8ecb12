import type { AlertsResponse } from '#contract/resources/alert';
import { Group, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/badge/status-badge';
import { useAmount } from './use-amount';

/** Every rule with its limit and whether anything breaks it. */
export function AlertRules({ state }: { state: AlertsResponse }) {
  const { t } = useTranslation();
  const amount = useAmount();
  return (
    <section aria-labelledby="alert-rules">
      <Title order={2} size="h4" mb="xs" id="alert-rules">
        {t('alerts.allRules')}
      </Title>
      <Paper withBorder component="ul" p="sm" m={0} style={{ listStyle: 'none' }}>
        {state.rules.map(({ rule, enabled, limit, unit }) => {
          const isOn = state.enabled && enabled;
          const broken = state.alerts.filter((alert) => alert.firing && alert.rule === rule).length;
          return (
            <Group component="li" key={rule} justify="space-between" gap="xs" py={4} wrap="nowrap">
              <div>
                <Text size="sm">{t(`alerts.rules.${rule}`)}</Text>
                <Text size="xs" c="dimmed">
                  {t(`alerts.conditions.${rule}`, {
                    limit: amount(limit, unit),
                    minutes: state.window_minutes,
                  })}
                </Text>
              </div>
              <StatusBadge color={!isOn ? 'gray' : broken > 0 ? 'red' : 'green'}>
                {!isOn
                  ? t('alerts.ruleOff')
                  : broken > 0
                    ? t('alerts.broken', { count: broken })
                    : t('alerts.well')}
              </StatusBadge>
            </Group>
          );
        })}
      </Paper>
    </section>
  );
}
