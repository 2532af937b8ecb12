import type { NumberInputProps } from '@mantine/core';
import { useMoney } from '../../lib/api/use-status';
import type { Money } from '../../lib/format/format';
import { NumberInput } from './inputs';

/** Decimals of an amount in US dollars: one quota unit is 0.000002. */
const DECIMALS = 6;

/** Quota units of an amount as it was entered: US dollars, or units where the console shows no currency. */
export function unitsOf(amount: number | string, { asCurrency, perUnit }: Money): number {
  return asCurrency ? Math.round(Number(amount) * perUnit) : Number(amount);
}

/** An input for an amount in the currency of the console; `unitsOf` converts it. */
export function MoneyInput(props: NumberInputProps) {
  const { asCurrency } = useMoney();
  return (
    <NumberInput
      hideControls
      thousandSeparator=","
      {...(asCurrency ? { prefix: '$', decimalScale: DECIMALS } : { allowDecimal: false })}
      {...props}
    />
  );
}
