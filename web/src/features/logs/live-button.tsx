import { Button, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Live } from './use-live';

export function LiveButton({ live }: { live: Live }) {
  const { t } = useTranslation();
  const { on, paused, toggle } = live;
  return (
    <Tooltip label={t(paused ? 'live.pausedHint' : 'live.hint')}>
      <Button
        variant={on && !paused ? 'light' : 'default'}
        aria-pressed={on}
        leftSection={
          on ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />
        }
        onClick={toggle}
      >
        {t(paused ? 'live.paused' : 'live.title')}
      </Button>
    </Tooltip>
  );
}
