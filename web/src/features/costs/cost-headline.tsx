import type { CostMeasure, CostsResponse } from '#contract/resources/costs/costs';
import { useTranslation } from 'react-i18next';
import dayjs from 'dayjs';
import { hint } from '../../ui/feedback/hint';
import { cachedText, changeText, measured, NOTHING, perThousand, valueText } from './cost-values';
import classes from './costs.module.css';

interface CostHeadlineProps {
  costs: CostsResponse;
  measure: CostMeasure;
  amount: (quota: number) => string;
}

/** The measured total with its change, and what belongs to it. */
export function CostHeadline({ costs, measure, amount }: CostHeadlineProps) {
  const { t } = useTranslation();
  const { totals, previous, forecast } = costs;
  const before = measured(previous, measure);
  const now = measured(totals, measure);
  const each = perThousand(totals);
  const facts = [
    ...(measure === 'quota' ? [] : [[t('costs.measures.quota'), amount(totals.quota)]]),
    ...(measure === 'requests'
      ? []
      : [[t('costs.measures.requests'), valueText(totals.requests, 'requests', amount)]]),
    [t('costs.perThousand'), each === null ? NOTHING : amount(each)],
    [t('costs.cached'), cachedText(totals)],
    ...(totals.errors === null ? [] : [[t('costs.errors'), valueText(totals.errors, 'requests', amount)]]),
    ...(totals.margin === null || measure === 'margin'
      ? []
      : [[t('costs.measures.margin'), amount(totals.margin)]]),
    [
      t('costs.forecast', { month: dayjs.unix(forecast.month_from + 43_200).format('YYYY-MM') }),
      forecast.expected === null ? NOTHING : amount(forecast.expected),
    ],
  ];
  return (
    <div className={classes.headline}>
      <div>
        <div className={classes.label}>{t(`costs.measures.${measure}`)}</div>
        <strong className={classes.total}>{valueText(now, measure, amount)}</strong>{' '}
        <span
          className={classes.change}
          {...hint(t('costs.before', { value: valueText(before, measure, amount) }), { touch: true })}
        >
          {now === null ? NOTHING : changeText(now, before)}
        </span>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
