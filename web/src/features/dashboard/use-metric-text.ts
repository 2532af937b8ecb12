import { formatNumber, formatQuota } from '../../lib/format';
import { useMoney } from '../../lib/use-status';
import type { Metric } from './dashboard.types';

/**
 * How a value of the metric is written.
 * @param highest of the values written side by side: small sums of money need their decimals
 */
export function useMetricText(metric: Metric, highest: number): (value: number) => string {
  const money = useMoney();
  if (metric !== 'quota') return formatNumber;
  const digits = money.asCurrency && highest < money.perUnit / 10 ? 4 : 2;
  return (value) => formatQuota(value, money, digits);
}
