import { Button, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import classes from './password-warning.module.css';

/** Reports that the network is down; reloads the displayed data when it is back, or on request. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const { mutate } = useSWRConfig();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) void mutate(() => true);
    wasOffline.current = !online;
  }, [online, mutate]);
  if (online) return null;
  return (
    <div role="alert" className={classes.banner}>
      <IconWifiOff size={18} stroke={1.75} aria-hidden />
      <Text size="sm">{t('shell.offline')}</Text>
      <Button size="compact-sm" variant="default" onClick={() => void mutate(() => true)}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
