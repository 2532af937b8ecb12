import type { AlertResponse, AlertsResponse } from '#contract/resources/alert';
import { Anchor, Button, Group, Menu, Paper, Text } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { formatTime, nowSeconds } from '../../lib/format/format';
import type { Action } from '../../lib/interaction/use-action';
import { StatusBadge } from '../../ui/badge/status-badge';
import { useAmount } from './use-amount';

/** For how long an alert can be muted, in minutes. */
const MUTES = { hour: 60, eightHours: 480, day: 1440, week: 10_080 } as const;
const MUTE_NAMES = Object.keys(MUTES) as (keyof typeof MUTES)[];

interface AlertRowProps {
  alert: AlertResponse;
  state: AlertsResponse;
  mute: Action<[AlertResponse, number]>;
}

export function AlertRow({ alert, state, mute }: AlertRowProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const { rule, channel_id, channel_name, firing, since, ended_at, value, notified_at, muted_until } = alert;
  const known = state.rules.find((one) => one.rule === rule);
  const isMuted = muted_until > nowSeconds();
  const title = t(`alerts.rules.${rule}`);
  return (
    <Paper withBorder p="sm" component="article" aria-label={`${title} ${channel_name}`.trim()}>
      <Group justify="space-between" gap="xs">
        <div>
          <Group gap="xs">
            <StatusBadge color={firing ? 'red' : 'gray'}>
              {t(firing ? 'alerts.fires' : 'alerts.over')}
            </StatusBadge>
            <Text fw={500}>{title}</Text>
            {channel_id > 0 && (
              <Anchor component={Link} to={withQuery('/channel', { keyword: String(channel_id) })} size="sm">
                {channel_name || t('alerts.channel', { id: channel_id })}
              </Anchor>
            )}
            {known && (known.limit > 0 || known.unit !== 'count') && (
              <Text size="sm">
                {t('alerts.measured', {
                  value: amount(value, known.unit),
                  limit: amount(known.limit, known.unit),
                })}
              </Text>
            )}
          </Group>
          <Text size="sm" c="dimmed" mt={2}>
            {t('alerts.since', { time: formatTime(since) })}
            {ended_at > 0 && ` · ${t('alerts.until', { time: formatTime(ended_at) })}`}
            {notified_at > 0 && ` · ${t('alerts.notified', { time: formatTime(notified_at) })}`}
            {isMuted && ` · ${t('alerts.mutedUntil', { time: formatTime(muted_until) })}`}
          </Text>
        </div>
        {firing && isMuted && (
          <Button size="xs" variant="default" loading={mute.pending} onClick={() => void mute.run(alert, 0)}>
            {t('alerts.unmute')}
          </Button>
        )}
        {firing && !isMuted && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                loading={mute.pending}
                leftSection={<IconBellOff size={14} stroke={1.75} />}
                aria-label={t('alerts.muteOf', { alert: `${title} ${channel_name}`.trim() })}
              >
                {t('alerts.mute')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {MUTE_NAMES.map((name) => (
                <Menu.Item key={name} onClick={() => void mute.run(alert, MUTES[name])}>
                  {t(`alerts.muteFor.${name}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Paper>
  );
}
