import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NAMED_ORDERS } from './channel-order';

interface OrderSelectProps {
  /** As of `orderText`. */
  value: string;
  onChange: (order: string) => void;
}

/** The order of the list; on narrow screens the only way to choose it. */
export function OrderSelect({ value, onChange }: OrderSelectProps) {
  const { t } = useTranslation();
  const isNamed = value === '' || NAMED_ORDERS.some((order) => order === value);
  return (
    <Select
      aria-label={t('channelHealth.order.label')}
      w={196}
      allowDeselect={false}
      data={[
        { value: '', label: t('channelHealth.order.usual') },
        ...NAMED_ORDERS.map((order) => ({ value: order, label: t(`channelHealth.order.by.${order}`) })),
        ...(isNamed ? [] : [{ value, label: t('channelHealth.order.column') }]),
      ]}
      value={value}
      onChange={(order) => onChange(order ?? '')}
    />
  );
}
