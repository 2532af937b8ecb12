import { Menu } from '@mantine/core';
import { IconDroplet, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DRAIN_TIMES, type DrainTime } from './use-drain';

interface DrainItemsProps {
  /** Whether it can be ended; the times are offered in any case, from now on. */
  canEnd: boolean;
  onDrain: (minutes: DrainTime | 0) => void;
}

/** Items of a menu that drain channels for a time, or end it. */
export function DrainItems({ canEnd, onDrain }: DrainItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Label>{t('channel.drain.label')}</Menu.Label>
      {DRAIN_TIMES.map((minutes) => (
        <Menu.Item
          key={minutes}
          leftSection={<IconDroplet size={16} stroke={1.75} />}
          onClick={() => onDrain(minutes)}
        >
          {t('channel.drain.for', { time: t(`channel.drain.time.m${minutes}`) })}
        </Menu.Item>
      ))}
      {canEnd && (
        <Menu.Item leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => onDrain(0)}>
          {t('channel.drain.end')}
        </Menu.Item>
      )}
    </>
  );
}
