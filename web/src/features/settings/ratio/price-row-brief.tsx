import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import { formatPrice } from '../../../lib/format/format';
import type { Brief } from '../../../ui/table/data-table.types';
import { PRICE_OF_RATIO, showNumber } from './prices';
import type { PriceRow } from './use-price-edits';

/** The price of a model in two lines, for phones: name and price; the ratios behind it, and whether they are applied. */
export function priceRowBrief({ name, price, ratio, completion, edited }: PriceRow, t: TFunction): Brief {
  const ratios = [
    ratio !== undefined && `${t('settings.ratio.editor.ratio')} ${showNumber(ratio)}`,
    completion !== undefined && `${t('settings.ratio.editor.completion')} ${showNumber(completion)}`,
  ];
  return {
    title: name,
    value:
      price !== undefined
        ? t('settings.ratio.editor.ofCall', { price: formatPrice(price) })
        : ratio === undefined
          ? '–'
          : t('settings.ratio.editor.perMillion', { price: formatPrice(ratio * PRICE_OF_RATIO) }),
    line: price !== undefined ? t('settings.ratio.editor.byCall') : ratios.filter(Boolean).join(' · '),
    status: edited && <Badge color="yellow">{t('settings.ratio.editor.changed')}</Badge>,
  };
}
