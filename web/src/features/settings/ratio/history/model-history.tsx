import type { PriceChangeResponse } from '#contract/resources/price-change';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../../../ui/feedback/empty-state';
import { formatTime } from '../../../../lib/format/format';
import { HistoryEntry } from './history-entry';
import { PriceDifference } from './price-difference';
import { UndoButton } from './undo-button';
import { usePriceChanges } from './use-price-history';

/** Changes of the price of one model, newest first. */
export function ModelHistory({ model }: { model: string }) {
  const { t } = useTranslation();
  const { data, error, mutate } = usePriceChanges({ model });
  const reload = () => void mutate();
  if (!data && error !== undefined) return <LoadFailed message={messageOf(error)} onRetry={reload} />;
  if (!data) return <Skeleton h={80} />;
  if (data.length === 0)
    return (
      <EmptyState title={t('settings.ratio.history.empty')} hint={t('settings.ratio.history.emptyHint')} />
    );
  return (
    <Stack gap="lg">
      {data.map((change) => (
        <ModelChange key={change.id} change={change} onUndone={reload} />
      ))}
    </Stack>
  );
}

function ModelChange({ change, onUndone }: { change: PriceChangeResponse; onUndone: () => void }) {
  const { t } = useTranslation();
  const { operation, model, before, after, can_undo: possible } = change;
  return (
    <HistoryEntry
      change={change}
      undo={
        <UndoButton
          operation={operation}
          model={model}
          label={t('settings.ratio.history.undoAt', { time: formatTime(change.created_at) })}
          possible={possible}
          onUndone={onUndone}
        />
      }
    >
      <PriceDifference before={before} after={after} />
    </HistoryEntry>
  );
}
