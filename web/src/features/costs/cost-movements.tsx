import type { CostsResponse } from '#contract/resources/costs/costs';
import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './costs.module.css';
import type { KeyText } from './use-key-text';

interface CostMovementsProps {
  costs: CostsResponse;
  keyText: KeyText;
  amount: (quota: number) => string;
}

/** What the change since the period before is made of. */
export function CostMovements({ costs, keyText, amount }: CostMovementsProps) {
  const { t } = useTranslation();
  const { movements, moved_by: dimension, moved_names: names } = costs;
  const greatest = Math.max(1, ...movements.map(({ now, before }) => Math.abs(now - before)));
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="costs-movements">
      <h2 id="costs-movements" className={classes.panelTitle}>
        {t('costs.movements')}
      </h2>
      {movements.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('costs.noMovements')}
        </Text>
      ) : (
        <ul className={classes.movements}>
          {movements.map(({ key, now, before }) => {
            const change = now - before;
            const name = keyText(dimension, key, names);
            return (
              <li key={key ?? 'others'}>
                <span title={name}>{name}</span>
                <span className={classes.movementBar} data-less={change < 0 || undefined} aria-hidden>
                  <span style={{ width: `${(Math.abs(change) / greatest) * 100}%` }} />
                </span>
                <span title={t('costs.fromTo', { before: amount(before), now: amount(now) })}>
                  {change > 0 ? '+' : ''}
                  {amount(change)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Paper>
  );
}

/** Channels and models that cost the operator more than they were sold for. */
export function CostLosses({ costs: { losses }, amount }: Omit<CostMovementsProps, 'keyText'>) {
  const { t } = useTranslation();
  if (losses.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="costs-losses" className={classes.losses}>
      <h2 id="costs-losses" className={classes.panelTitle}>
        {t('costs.losses')}
      </h2>
      <ul className={classes.lossList}>
        {losses.map(({ channel, name, model, quota, purchase }) => (
          <li key={`${channel} ${model}`}>
            <span>
              {t('costs.loss', { channel: name || `#${channel}`, model: model || t('costs.unknown') })}
            </span>
            <span>{t('costs.soldFor', { sold: amount(quota), bought: amount(purchase) })}</span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
