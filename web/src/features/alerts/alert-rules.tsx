import type { AlertsResponse } from '#contract/resources/alert';
import { Group, MultiSelect, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/badge/status-badge';
import type { AlertActions } from './use-alerts';
import { useAmount } from './use-amount';
import { useReceivers } from './use-receivers';

interface AlertRulesProps {
  state: AlertsResponse;
  route: AlertActions['route'];
}

/** Every rule with its limit, whether anything breaks it, and where its notices go. */
export function AlertRules({ state, route }: AlertRulesProps) {
  const { t } = useTranslation();
  const receivers = useReceivers(state);
  const amount = useAmount();
  return (
    <section aria-labelledby="alert-rules">
      <Title order={2} size="h4" mb="xs" id="alert-rules">
        {t('alerts.allRules')}
      </Title>
      <Paper withBorder component="ul" p="sm" m={0} style={{ listStyle: 'none' }}>
        {state.rules.map(({ rule, enabled, limit, unit, notify }) => {
          const isOn = state.enabled && enabled;
          const broken = state.alerts.filter((alert) => alert.firing && alert.rule === rule).length;
          return (
            <Group
              component="li"
              key={rule}
              justify="space-between"
              gap="xs"
              py={4}
              wrap="nowrap"
              align="start"
            >
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text size="sm">{t(`alerts.rules.${rule}`)}</Text>
                <Text size="xs" c="dimmed">
                  {t(`alerts.conditions.${rule}`, {
                    limit: amount(limit, unit),
                    minutes: state.window_minutes,
                  })}
                </Text>
                <MultiSelect
                  size="xs"
                  mt={4}
                  aria-label={t('alerts.receivers.of', { rule: t(`alerts.rules.${rule}`) })}
                  placeholder={notify.length === 0 ? t('alerts.receivers.none') : ''}
                  data={receivers}
                  value={notify}
                  onChange={(next) => void route.run(rule, next)}
                />
              </div>
              <Group w={76} justify="flex-end">
                <StatusBadge color={!isOn ? 'gray' : broken > 0 ? 'red' : 'green'}>
                  {!isOn
                    ? t('alerts.ruleOff')
                    : broken > 0
                      ? t('alerts.broken', { count: broken })
                      : t('alerts.well')}
                </StatusBadge>
              </Group>
            </Group>
          );
        })}
      </Paper>
    </section>
  );
}
