import type { RevealedKeyResponse, TokenResponse } from '#contract/resources/token';
import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { useAction } from '../../../lib/interaction/use-action';
import { Modal } from '../../../ui/dialog/modal';
import { PasswordInput } from '../../../ui/form/inputs';
import { CodeBlock } from '../../../ui/text/code-block';

/** Shows the key of a token after the user has confirmed the password. */
export function RevealKeyDialog({ token, onClose }: { token: TokenResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const reveal = useAction(
    (password: string) =>
      call<RevealedKeyResponse>('POST', `/api/token/${token.id}/reveal`, {
        body: password === '' ? {} : { password },
      }),
    ({ data }) => setKey(data.key),
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    void reveal.run(typeof password === 'string' ? password : '');
  }

  return (
    <Modal opened onClose={onClose} title={t('token.revealNamed', { name: token.name })}>
      {key === undefined ? (
        <form onSubmit={submit}>
          <Stack gap="md">
            <PasswordInput
              name="password"
              label={t('token.password')}
              description={t('token.passwordHint')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
              data-autofocus
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={reveal.pending}>
                {t('token.showKey')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <>
          <CodeBlock code={`sk-${key}`} language={t('common.key')} />
          <Group justify="flex-end" mt="md">
            <Button onClick={onClose}>{t('common.close')}</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
