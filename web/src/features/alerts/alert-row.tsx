import type { AlertResponse, AlertsResponse } from '#contract/resources/alert';
import { Anchor, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { formatTime, nowSeconds } from '../../lib/format/format';
import type { Action } from '../../lib/interaction/use-action';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import { StatusBadge } from '../../ui/badge/status-badge';
import { BriefCard } from '../../ui/table/brief-card';
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
  const name = `${title} ${channel_name}`.trim();
  const narrow = useIsNarrow();
  const badge = (
    <StatusBadge color={firing ? 'red' : 'gray'}>{t(firing ? 'alerts.fires' : 'alerts.over')}</StatusBadge>
  );
  const channelName = channel_name || t('alerts.channel', { id: channel_id });
  const channel = channel_id > 0 && (
    <Anchor component={Link} to={withQuery('/channel', { keyword: String(channel_id) })} size="sm">
      {channelName}
    </Anchor>
  );
  const measured =
    known && (known.limit > 0 || known.unit !== 'count')
      ? t('alerts.measured', { value: amount(value, known.unit), limit: amount(known.limit, known.unit) })
      : undefined;
  const times = [
    t('alerts.since', { time: formatTime(since) }),
    ended_at > 0 && t('alerts.until', { time: formatTime(ended_at) }),
    notified_at > 0 && t('alerts.notified', { time: formatTime(notified_at) }),
    isMuted && t('alerts.mutedUntil', { time: formatTime(muted_until) }),
  ]
    .filter(Boolean)
    .join(' · ');
  const muteButton = firing && <MuteButton alert={alert} name={name} isMuted={isMuted} mute={mute} />;

  if (narrow)
    return (
      <BriefCard
        element="article"
        name={name}
        brief={{
          title,
          value: badge,
          line: [channel_id > 0 && channelName, formatTime(since)].filter(Boolean).join(' · '),
          status: isMuted && <StatusBadge color="gray">{t('alerts.muted')}</StatusBadge>,
        }}
      >
        {() => (
          <Stack gap="xs" align="flex-start">
            {channel}
            {measured && <Text size="sm">{measured}</Text>}
            <Text size="sm" c="dimmed">
              {times}
            </Text>
            {muteButton}
          </Stack>
        )}
      </BriefCard>
    );
  return (
    <Paper withBorder p="sm" component="article" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <div>
          <Group gap="xs">
            {badge}
            <Text fw={500}>{title}</Text>
            {channel}
            {measured && <Text size="sm">{measured}</Text>}
          </Group>
          <Text size="sm" c="dimmed" mt={2}>
            {times}
          </Text>
        </div>
        {muteButton}
      </Group>
    </Paper>
  );
}

interface MuteButtonProps {
  alert: AlertResponse;
  /** Accessible name of the alert. */
  name: string;
  isMuted: boolean;
  mute: Action<[AlertResponse, number]>;
}

function MuteButton({ alert, name, isMuted, mute }: MuteButtonProps) {
  const { t } = useTranslation();
  if (isMuted)
    return (
      <Button size="xs" variant="default" loading={mute.pending} onClick={() => void mute.run(alert, 0)}>
        {t('alerts.unmute')}
      </Button>
    );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={mute.pending}
          leftSection={<IconBellOff size={14} stroke={1.75} />}
          aria-label={t('alerts.muteOf', { alert: name })}
        >
          {t('alerts.mute')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {MUTE_NAMES.map((key) => (
          <Menu.Item key={key} onClick={() => void mute.run(alert, MUTES[key])}>
            {t(`alerts.muteFor.${key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
