import type { PriceOperationResponse } from '#contract/resources/price-change';
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../lib/format/format';
import { messageOf } from '../../../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../../../ui/feedback/empty-state';
import { HistoryEntry } from './history-entry';
import { PriceDifference } from './price-difference';
import { UndoButton } from './undo-button';
import { usePriceChanges, usePriceOperations } from './use-price-history';

/** Changes of all prices, newest first; those that were made together are undone together. */
export function OperationHistory() {
  const { t } = useTranslation();
  const { operations, error, hasMore, isLoadingMore, more, reload } = usePriceOperations();
  if (error !== undefined) return <LoadFailed message={messageOf(error)} onRetry={reload} />;
  if (!operations) return <Skeleton h={80} />;
  if (operations.length === 0)
    return (
      <EmptyState title={t('settings.ratio.history.empty')} hint={t('settings.ratio.history.emptyHint')} />
    );
  return (
    <Stack gap="lg">
      {operations.map((each) => (
        <Operation key={each.operation} operation={each} onUndone={reload} />
      ))}
      {hasMore && (
        <Button variant="default" loading={isLoadingMore} onClick={more}>
          {t('settings.ratio.history.more')}
        </Button>
      )}
    </Stack>
  );
}

interface OperationProps {
  operation: PriceOperationResponse;
  onUndone: () => void;
}

function Operation({ operation, onUndone }: OperationProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { operation: id, operation_size: count, changes, can_undo: possible, created_at: at } = operation;
  return (
    <HistoryEntry
      change={operation}
      undo={
        <UndoButton
          operation={id}
          label={t('settings.ratio.history.undoAt', { time: formatTime(at) })}
          possible={possible}
          onUndone={onUndone}
        />
      }
    >
      {open ? <AllChanges operation={id} count={count} /> : <Changes changes={changes} />}
      {!open && count > changes.length && (
        <Anchor component="button" type="button" size="xs" mt={4} onClick={() => setOpen(true)}>
          {t('settings.ratio.history.all', { count })}
        </Anchor>
      )}
    </HistoryEntry>
  );
}

function AllChanges({ operation, count }: { operation: string; count: number }) {
  const { t } = useTranslation();
  const { data, error, mutate } = usePriceChanges({ operation });
  if (!data && error !== undefined)
    return <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton h={80} />;
  return (
    <>
      <Changes changes={data.toReversed()} />
      {count > data.length && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('settings.ratio.history.others', { count: count - data.length })}
        </Text>
      )}
    </>
  );
}

function Changes({ changes }: Pick<PriceOperationResponse, 'changes'>) {
  return (
    <Stack gap={6}>
      {changes.map(({ model, before, after }) => (
        <div key={model}>
          <Text size="xs" ff="monospace" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {model}
          </Text>
          <PriceDifference before={before} after={after} />
        </div>
      ))}
    </Stack>
  );
}
