import { Text, Tooltip } from '@mantine/core';
import { formatExact, formatQuota } from '../lib/format';
import { useMoney } from '../lib/use-status';

interface QuotaProps {
  /** Quota units. */
  value: number;
  /** Decimals when shown as money. */
  digits?: number;
  dimmed?: boolean;
}

/** An amount of quota; the exact number of units is in the tooltip. */
export function Quota({ value, digits = 2, dimmed }: QuotaProps) {
  const money = useMoney();
  return (
    <Tooltip label={formatExact(value)}>
      <Text span size="sm" c={dimmed ? 'dimmed' : undefined} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatQuota(value, money, digits)}
      </Text>
    </Tooltip>
  );
}
