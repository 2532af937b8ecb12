import type { TFunction } from 'i18next';
import { formatPrice } from '../../../../lib/format/format';
import type { Brief } from '../../../../ui/table/data-table.types';
import type { ComparedRow } from './compared-rows';
import { DifferenceCell } from './comparison-columns';

const SHOWN = ['input', 'output', 'call'] as const;

/** A compared model in two lines, for phones: name and difference; prices here and in the list. */
export function comparisonBrief(row: ComparedRow, t: TFunction): Brief {
  const parts = SHOWN.flatMap((name) => {
    const [here, there] = [row.own?.[name] ?? null, row.public?.[name] ?? null];
    if (here === null && there === null) return [];
    const price = (amount: number | null) => (amount === null ? '–' : formatPrice(amount));
    return [
      t('settings.ratio.comparison.brief', {
        amount: t(`settings.ratio.comparison.amount.${name}`),
        here: price(here),
        list: price(there),
      }),
    ];
  });
  return {
    title: row.model,
    value: <DifferenceCell row={row} />,
    line: parts.join(' · '),
    status: undefined,
  };
}
