import { useMoney } from '../../lib/api/use-status';
import { formatQuota } from '../../lib/format/format';

/**
 * Returns a formatter for quota units in the console's currency display.
 * @param highest largest of the values shown together: small amounts of money need more decimals
 */
export function useAmount(highest: number): (quota: number) => string {
  const money = useMoney();
  const digits = money.asCurrency && highest < money.perUnit / 10 ? 4 : 2;
  return (quota) => formatQuota(quota, money, digits);
}
