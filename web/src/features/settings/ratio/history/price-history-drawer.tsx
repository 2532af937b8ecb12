import { Drawer, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ModelHistory } from './model-history';
import { OperationHistory } from './operation-history';

interface PriceHistoryDrawerProps {
  /** Absent: changes of all prices. */
  model?: string | undefined;
  onClose: () => void;
}

/** Changes of prices, each with its undo. */
export function PriceHistoryDrawer({ model, onClose }: PriceHistoryDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={
        model === undefined
          ? t('settings.ratio.history.title')
          : t('settings.ratio.history.titleOf', { name: model })
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="xs" c="dimmed" mb="md">
        {t('settings.ratio.history.lead')}
      </Text>
      {model === undefined ? <OperationHistory /> : <ModelHistory model={model} />}
    </Drawer>
  );
}
