import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTimeOfDay } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { hint } from '../../ui/feedback/hint';
import classes from './overview.module.css';
import { type OverviewState, PERIODS } from './use-overview';

/** Title, period, and how recent the figures are. */
export function OverviewHead({ state }: { state: OverviewState<unknown> }) {
  const { t } = useTranslation();
  const { period, setPeriod, readAt, error } = state;
  return (
    <Group justify="space-between" gap="xs" className={classes.head}>
      <Title order={1}>{t('overview.title')}</Title>
      <Group gap="sm">
        {error !== undefined && readAt !== undefined && (
          <Text
            size="xs"
            component="span"
            role="status"
            className={classes.stale}
            {...hint(messageOf(error), { touch: true })}
          >
            <IconCloudOff size={14} stroke={1.75} aria-hidden /> {t('overview.notUpdated')}
          </Text>
        )}
        {readAt !== undefined && (
          <Text size="xs" c="dimmed" component="span" className={classes.updated}>
            {t('overview.updated', { time: formatTimeOfDay(readAt) })}
          </Text>
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('overview.period')}
          value={period}
          onChange={setPeriod}
          data={PERIODS.map((value) => ({ value, label: t(`overview.periods.${value}`) }))}
        />
      </Group>
    </Group>
  );
}
