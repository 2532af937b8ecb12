import type { TokenResponse } from '#contract/resources/token';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal';
import { KeyOnce } from './key-once';

/** The key that a token has got, where lists do not have it. */
export function NewKeyDialog({ token, onClose }: { token: TokenResponse; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('token.newKeyOf', { name: token.name })}
    >
      <KeyOnce token={token} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </Modal>
  );
}
