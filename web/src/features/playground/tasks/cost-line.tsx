import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../../lib/format/format';
import type { MediaCost } from '../../../lib/models/media-cost';

/** What the request will cost, above the button that sends it. */
export function CostLine({ cost }: { cost: MediaCost | undefined }) {
  const { t } = useTranslation();
  const amount = cost ? formatPrice(cost.usd) : '–';
  return (
    <Text size="sm" c="dimmed" role="status">
      {t(`playTasks.price.${cost?.kind ?? 'unknown'}`, { amount })}
    </Text>
  );
}
