import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nowSeconds } from '../../lib/format/format';

const RANGE = 30 * 24 * 3600;

/** Offered when the default range contains no rows. @param onPick receives the start, epoch seconds */
export function WidenRange({ onPick }: { onPick: (start: number) => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarTime size={16} stroke={1.75} />}
      onClick={() => onPick(nowSeconds() - RANGE)}
    >
      {t('timeRange.names.last30')}
    </Button>
  );
}
