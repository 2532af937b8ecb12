import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../lib/interaction/use-action';
import { Modal } from '../../ui/dialog/modal';
import { CurrentPassword } from './current-password';

interface RemoveDialogProps {
  username: string;
  remove: Action<[password: string]>;
  onClose: () => void;
}

/** Deletes the account; the user confirms by typing the username. */
export function RemoveDialog({ username, remove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (typed === username) await remove.run(password);
    else setMissing(true);
  }

  return (
    <Modal opened onClose={onClose} title={t('personalPage.security.removeTitle')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Alert color="red" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
            {t('personalPage.security.removeWarning')}
          </Alert>
          <TextInput
            label={t('personalPage.security.removeInput', { username })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            error={missing && t('personalPage.security.removeNeed')}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setMissing(false);
            }}
            data-autofocus
          />
          <CurrentPassword value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red.8" loading={remove.pending}>
              {t('personalPage.security.removeConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
