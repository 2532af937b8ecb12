import type { AuthenticatorSetupResponse } from '#contract/resources/accounts/second-factor';
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { useAction } from '../../lib/interaction/use-action';
import { Modal } from '../../ui/dialog/modal';
import { QrCode } from '../../ui/media/qr-code';

interface AuthenticatorDialogProps {
  setup: AuthenticatorSetupResponse;
  enable: (code: string) => Promise<string[]>;
  onEnabled: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the secret to an authenticator app, and asks for its first code. */
export function AuthenticatorDialog({ setup, enable, onEnabled, onClose }: AuthenticatorDialogProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const finish = useAction(enable, onEnabled);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!finish.pending && code.trim() !== '') void finish.run(code.trim());
  }

  return (
    <Modal opened onClose={onClose} title={t('secondFactor.app.title')} closeOnClickOutside={false}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('secondFactor.app.scan')}</Text>
          <Group justify="center">
            <QrCode text={setup.qr_code_data} label={t('secondFactor.app.qr')} />
          </Group>
          <div>
            <Text size="xs" c="dimmed" mb={4}>
              {t('secondFactor.app.byHand')}
            </Text>
            <Group gap="xs" wrap="nowrap" align="center">
              <Code block flex={1} style={{ whiteSpace: 'normal', wordBreak: 'break-all' }}>
                {grouped(setup.secret)}
              </Code>
              <Button
                variant="default"
                size="xs"
                flex="none"
                onClick={() => void copyText(setup.secret, t('secondFactor.app.copied'))}
              >
                {t('common.copy')}
              </Button>
            </Group>
          </div>
          <TextInput
            label={t('secondFactor.app.code')}
            description={t('secondFactor.app.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={code.trim() === ''} loading={finish.pending}>
              {t('secondFactor.app.enable')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Groups of four, which are easier to type. */
function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
