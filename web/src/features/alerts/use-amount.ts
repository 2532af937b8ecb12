import type { AlertUnit } from '#contract/resources/alert';
import { useTranslation } from 'react-i18next';
import { trimNumber } from '../../lib/format/format';

/** Writes an amount with its unit. */
export function useAmount(): (amount: number, unit: AlertUnit) => string {
  const { t } = useTranslation();
  return (amount, unit) => t(`alerts.units.${unit}`, { amount: trimNumber(amount, 1) });
}
