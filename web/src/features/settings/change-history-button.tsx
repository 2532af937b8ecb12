import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeHistory } from './change-history';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const ChangeHistoryDrawer = lazyDialog(
  async () => (await import('./change-history-drawer')).ChangeHistoryDrawer,
);

export function ChangeHistoryButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const count = useChangeHistory().length;
  return (
    <>
      <Indicator label={count} size={16} disabled={count === 0}>
        <Tooltip label={t('settings.history.title')}>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('settings.history.title')}
            onClick={() => setOpened(true)}
          >
            <IconHistory size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Indicator>
      {opened && <ChangeHistoryDrawer onClose={() => setOpened(false)} />}
    </>
  );
}
