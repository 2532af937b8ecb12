import { Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatTime } from '../lib/format';

/** A moment as seen from now; the exact time is in the tooltip. */
export function Ago({ at }: { at: number }) {
  const { i18n } = useTranslation();
  return (
    <Tooltip label={formatTime(at)}>
      <Text span inherit>
        {formatAgo(at, i18n.language)}
      </Text>
    </Tooltip>
  );
}
