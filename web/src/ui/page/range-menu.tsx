import { Button, Menu } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nowSeconds, startOfToday } from '../../lib/format/format';

const DAY = 24 * 3600;

/** Common time ranges; reports the start in epoch seconds. */
export function RangeMenu({ onPick }: { onPick: (start: number) => void }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconCalendarTime size={16} stroke={1.75} />}>
          {t('log.range')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onPick(startOfToday())}>{t('log.today')}</Menu.Item>
        <Menu.Item onClick={() => onPick(nowSeconds() - DAY)}>{t('log.last24')}</Menu.Item>
        <Menu.Item onClick={() => onPick(nowSeconds() - 7 * DAY)}>{t('log.last7')}</Menu.Item>
        <Menu.Item onClick={() => onPick(nowSeconds() - 30 * DAY)}>{t('log.last30')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Offered when the default range contains no rows. */
export function WidenRange({ onPick }: { onPick: (start: number) => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarTime size={16} stroke={1.75} />}
      onClick={() => onPick(nowSeconds() - 30 * DAY)}
    >
      {t('log.last30')}
    </Button>
  );
}
