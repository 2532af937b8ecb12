import { formatExact, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import { hint } from '../feedback/hint';
import classes from './quota.module.css';

interface QuotaProps {
  /** Quota units. */
  value: number;
  /** Decimals when shown as currency. */
  digits?: number;
  dimmed?: boolean;
  /** Prefix of the tooltip, if the context does not name the value. */
  label?: string;
}

/** An amount of quota; the tooltip shows the exact number of units. */
export function Quota({ value, digits = 2, dimmed, label }: QuotaProps) {
  const money = useMoney();
  const exact = formatExact(value);
  return (
    <span
      className={classes.quota}
      data-dimmed={dimmed || undefined}
      {...hint(label ? `${label}: ${exact}` : exact)}
    >
      {formatQuota(value, money, digits)}
    </span>
  );
}
