import { MAX_PASSKEY_NAME } from '#contract/second-factor-terms';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal';
import { describeUserAgent } from '../personal/user-agent';

interface PasskeyDialogProps {
  pending: boolean;
  onAdd: (name: string) => void;
  onClose: () => void;
}

/** Names a new passkey, by default after this browser. */
export function PasskeyDialog({ pending, onAdd, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(() => describeUserAgent(navigator.userAgent));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending) onAdd(name.trim());
  }

  return (
    <Modal opened onClose={onClose} title={t('secondFactor.passkeys.addTitle')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('secondFactor.passkeys.addLead')}
          </Text>
          <TextInput
            label={t('secondFactor.passkeys.name')}
            maxLength={MAX_PASSKEY_NAME}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={pending}>
              {t('secondFactor.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
