import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Quota } from './quota';

interface TaskCostProps {
  /** Quota units taken for the task. */
  quota: number;
  status: string;
}

/** What a drawing or task cost. Failed ones were refunded. */
export function TaskCost({ quota, status }: TaskCostProps) {
  const { t } = useTranslation();
  if (quota === 0) return '–';
  if (status !== 'FAILURE') return <Quota value={quota} digits={4} />;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <s>
        <Quota value={quota} digits={4} />
      </s>{' '}
      <Text span size="xs" c="dimmed">
        {t('running.refunded')}
      </Text>
    </span>
  );
}
