import { formatNumber, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import type { Metric } from './dashboard.types';

/**
 * Returns a formatter for values of the metric.
 * @param highest largest of the values shown together: small amounts of money need more decimals
 */
export function useMetricText(metric: Metric, highest: number): (value: number) => string {
  const money = useMoney();
  if (metric !== 'quota') return formatNumber;
  const digits = money.asCurrency && highest < money.perUnit / 10 ? 4 : 2;
  return (value) => formatQuota(value, money, digits);
}
