import type { OverviewResponse } from '#contract/resources/overview';
import { LogType } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import { signed } from './change';
import { logPath } from './links';
import { Ranking } from './ranking';
import { useAmount } from './use-amount';

interface ChargedModelsProps {
  title: string;
  empty: string;
  /** Epoch seconds. */
  span: { from: number; to: number };
  models: OverviewResponse['movers'];
}

/** Models with what they cost in the period, and how much more or less than in the one before. */
export function ChargedModels({ title, empty, span, models }: ChargedModelsProps) {
  const { t } = useTranslation();
  const amount = useAmount(Math.max(0, ...models.map(({ quota, before }) => Math.max(quota, before))));
  return (
    <Ranking
      title={title}
      empty={empty}
      columns={[t('overview.charges'), t('overview.change')]}
      rows={models.map(({ model, quota, before }) => ({
        key: model,
        name: model || t('overview.noModel'),
        ...(model && {
          to: logPath(span, { type: LogType.consumption, model_name: model }),
          linkLabel: t('overview.toLog', { name: model }),
        }),
        cells: [amount(quota), signed(quota - before, amount(Math.abs(quota - before)))],
      }))}
    />
  );
}
