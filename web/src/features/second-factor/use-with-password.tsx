import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api';
import { type Action, useAction } from '../../lib/interaction/use-action';
import { Modal } from '../../ui/dialog/modal';
import { CurrentPassword } from '../personal/current-password';

/** A change that the server accepts within ten minutes of the sign-in, or with the password. */
type Change = (password: string | undefined) => Promise<void>;

/** Makes changes of an account's factors. Where the sign-in is too long ago, a dialog asks for the password and repeats the change. */
export function useWithPassword(): { readonly change: Action<[Change]>; readonly dialog: ReactNode } {
  const [asking, setAsking] = useState<{ readonly again: Change }>();
  const change = useAction(async (make: Change) => {
    try {
      await make(undefined);
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.code === 'sign_in_again')) throw problem;
      setAsking({ again: make });
    }
  });
  const close = () => setAsking(undefined);
  return { change, dialog: asking && <PasswordPrompt again={asking.again} onClose={close} /> };
}

function PasswordPrompt({ again, onClose }: { again: Change; onClose: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const confirm = useAction(again, onClose);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!confirm.pending) void confirm.run(password);
  }

  return (
    <Modal opened onClose={onClose} title={t('secondFactor.password.title')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('secondFactor.password.lead')}
          </Text>
          <CurrentPassword
            data-autofocus
            description={undefined}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={password === ''} loading={confirm.pending}>
              {t('secondFactor.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
