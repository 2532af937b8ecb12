import type { CostProofResponse } from '#contract/resources/costs/costs';
import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExact, formatTime } from '../../lib/format/format';
import { hint } from '../../ui/feedback/hint';
import classes from './costs.module.css';

interface CostProofProps {
  proof: CostProofResponse | undefined;
  amount: (quota: number) => string;
}

/** The sum of the ledger, and by how much the sums of the page differ from it. */
export function CostProof({ proof, amount }: CostProofProps) {
  const { t } = useTranslation();
  if (!proof) return <Skeleton h={20} maw={420} />;
  const { ledger, difference, complete_from: completeFrom, from } = proof;
  return (
    <div className={classes.proof} data-differs={difference !== 0 || undefined}>
      <Text size="xs" {...hint(t('costs.proofHint'), { touch: true })}>
        {t('costs.proof', {
          sum: amount(ledger),
          units: formatExact(ledger),
          difference: formatExact(difference),
        })}
      </Text>
      {completeFrom > from && (
        <Text size="xs">{t('costs.completeFrom', { time: formatTime(completeFrom) })}</Text>
      )}
    </div>
  );
}
