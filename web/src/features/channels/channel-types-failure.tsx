import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../lib/interaction/use-action';
import { useChannelTypes } from './use-channel-types';

/** Shown while the list has no names of channel types because loading them failed; offers to retry. */
export function ChannelTypesFailure() {
  const { t } = useTranslation();
  const { loaded, error, retry } = useChannelTypes();
  if (loaded || error === undefined) return null;
  return (
    <Alert color="red" title={t('channel.typesFailed')} mb="md">
      <Group justify="space-between">
        {messageOf(error)}
        <Button size="compact-sm" variant="default" onClick={retry}>
          {t('common.retry')}
        </Button>
      </Group>
    </Alert>
  );
}
