import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../../ui/dialog/lazy-dialog';

const PriceHistoryDrawer = lazyDialog(
  async () => (await import('./price-history-drawer')).PriceHistoryDrawer,
);

/** Opens the changes of all prices. */
export function PriceHistoryButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} stroke={1.75} />}
        onClick={() => setOpened(true)}
      >
        {t('settings.ratio.history.open')}
      </Button>
      {opened && <PriceHistoryDrawer onClose={() => setOpened(false)} />}
    </>
  );
}
