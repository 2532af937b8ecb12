import { QuotaType } from '#contract/enums';
import type { TFunction } from 'i18next';
import { formatPrice } from '../../lib/format/format';
import { StatusBadge } from '../../ui/badge/status-badge';
import { taskPriceText } from '../../ui/badge/task-terms';
import type { Brief } from '../../ui/table/data-table.types';
import { dollarsOf, isOnlyTask, windowText } from './prices';
import type { Price } from './pricing.types';
import type { Pricing } from './use-pricing';

/** The price of a model in two lines, for phones: name and price; provider, kind of price and whether the group has it. */
export function priceBrief(price: Price, { group, unit, ratioOf }: Pricing, t: TFunction): Brief {
  const kind = price.quota_type === QuotaType.byCall ? t('pricing.perCall') : t('pricing.perToken');
  return {
    title: price.model_name,
    value: priceText(price, ratioOf(group), unit, t),
    line: [
      price.vendor,
      price.context_window !== null && windowText(price.context_window),
      price.task?.unit === 'second' ? t('taskPrices.unit.second') : kind,
    ]
      .filter(Boolean)
      .join(' · '),
    status: !price.enable_groups.includes(group) && (
      <StatusBadge color="gray">{t('pricing.cannotUse')}</StatusBadge>
    ),
  };
}

function priceText(price: Price, ratio: number, unit: Pricing['unit'], t: TFunction): string {
  if (!price.priced) return t('pricing.notPriced');
  const task = price.task && taskPriceText(price.task, ratio, t);
  if (task && isOnlyTask(price)) return task;
  const dollars = dollarsOf(price, ratio, unit);
  if ('call' in dollars) return formatPrice(dollars.call);
  return `${formatPrice(dollars.prompt)} / ${formatPrice(dollars.completion)}`;
}
