import type { SecondFactorProof } from '#contract/resources/accounts/second-factor';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supportsPasskeys } from '../../lib/browser/passkeys';
import { useAction } from '../../lib/interaction/use-action';
import { Modal } from '../../ui/dialog/modal';
import { ownPasskey } from './use-second-factor';

interface ProofDialogProps {
  title: string;
  lead: string;
  /** Label of the confirming button. */
  confirm: string;
  danger?: boolean;
  hasPasskeys: boolean;
  onProof: (proof: SecondFactorProof) => Promise<void>;
  onClose: () => void;
}

/** Asks for a proof of the second factor before it is changed: a code of the app, a recovery code or a passkey. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, lead, confirm, danger = false, hasPasskeys, onProof, onClose } = props;
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const byCode = useAction(onProof);
  const byPasskey = useAction(async () => onProof(await ownPasskey()));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!byCode.pending && code.trim() !== '') void byCode.run({ code: code.trim() });
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{lead}</Text>
          <TextInput
            label={t('secondFactor.proof.code')}
            description={t('secondFactor.proof.codeHint')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {hasPasskeys && supportsPasskeys() && (
            <Button
              variant="default"
              leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden />}
              loading={byPasskey.pending}
              onClick={() => void byPasskey.run()}
            >
              {t('secondFactor.proof.passkey')}
            </Button>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              color={danger ? 'red.8' : undefined}
              disabled={code.trim() === ''}
              loading={byCode.pending}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
