import { Button, Group, type NumberInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatPrice, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import { NumberInput } from './inputs';

/** US dollars. */
const AMOUNTS = [1, 10, 50, 100, 500, 1000];

interface QuotaInputProps extends NumberInputProps {
  /** Shows buttons for common amounts; called with quota units. */
  onPreset?: (quota: number) => void;
}

/** An input for quota units that shows the equivalent in currency. */
export function QuotaInput({ onPreset, value, ...rest }: QuotaInputProps) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <div>
      <NumberInput
        description={
          money.asCurrency ? t('common.equivalent', { amount: formatQuota(Number(value), money) }) : undefined
        }
        min={0}
        step={money.perUnit}
        allowDecimal={false}
        thousandSeparator=","
        value={value}
        {...rest}
      />
      {onPreset && <AmountPresets onPreset={(amount) => onPreset(amount * money.perUnit)} />}
    </div>
  );
}

/** Buttons for common amounts; called with US dollars. */
export function AmountPresets({ onPreset }: { onPreset: (amount: number) => void }) {
  return (
    <Group gap={6} mt={8}>
      {AMOUNTS.map((amount) => (
        <Button key={amount} size="compact-sm" variant="default" fw={400} onClick={() => onPreset(amount)}>
          {formatPrice(amount)}
        </Button>
      ))}
    </Group>
  );
}
