import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/interaction/use-action';
import { useSavePrices } from '../use-save-prices';

interface UndoButtonProps {
  operation: string;
  /** Only the price of this model. */
  model?: string;
  /** Accessible name. */
  label: string;
  /** False where a price has been changed again since. */
  possible: boolean;
  onUndone: () => void;
}

/** Restores the price before a change, by a new change. */
export function UndoButton({ operation, model, label, possible, onUndone }: UndoButtonProps) {
  const { t } = useTranslation();
  const { undo } = useSavePrices();
  const run = useAction(
    () => undo({ operation, ...(model !== undefined && { model }) }).finally(onUndone),
    t('settings.ratio.history.undone'),
  );
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
      loading={run.pending}
      disabled={!possible}
      aria-label={label}
      title={possible ? undefined : t('settings.ratio.history.changedSince')}
      onClick={() => void run.run()}
    >
      {t('settings.ratio.history.undo')}
    </Button>
  );
}
