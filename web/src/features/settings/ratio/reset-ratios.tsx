import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/interaction/use-action';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { useSaveOptions } from '../use-options';

export function ResetRatios() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { resetModelRatio } = useSaveOptions();
  const reset = useAction(resetModelRatio, t('settings.ratio.json.resetDone'));
  return (
    <>
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        {t('settings.ratio.json.reset')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('settings.ratio.json.resetTitle')}
        text={t('settings.ratio.json.resetText')}
        confirm={t('settings.ratio.json.reset')}
        pending={reset.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void reset.run().then(() => setAsking(false))}
      />
    </>
  );
}
