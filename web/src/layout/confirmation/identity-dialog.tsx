import type { ConfirmationResponse, ConfirmRequest } from '#contract/resources/accounts/confirmation';
import type { PasskeyOptionsResponse } from '#contract/resources/accounts/second-factor';
import { Button, Group, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, endSession, get } from '../../lib/api/api';
import { keepReturnPath } from '../../lib/api/return-path';
import { session } from '../../lib/api/session';
import { provePasskey, supportsPasskeys } from '../../lib/browser/passkeys';
import { messageOf, useAction } from '../../lib/interaction/use-action';
import { Modal } from '../../ui/dialog/modal';
import { LoadFailed } from '../../ui/feedback/empty-state';

const PATH = '/api/user/confirm';

interface Props {
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks for a proof that the owner of the account is at the browser: one of those that the account has. */
export function IdentityDialog({ onAnswer }: Props) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSWR<ConfirmationResponse, unknown>(PATH, get<ConfirmationResponse>, {
    revalidateOnFocus: false,
    dedupingInterval: 0,
  });
  const cancel = () => onAnswer(false);
  return (
    <Modal
      opened
      onClose={cancel}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('shell.identity.title')}
      size="sm"
      zIndex={350}
    >
      <Text size="sm" mb="md">
        {t('shell.identity.text')}
      </Text>
      {data?.methods.includes('password') ? (
        <PasswordForm
          onConfirmed={() => onAnswer(true)}
          onCancel={cancel}
          other={data.methods.includes('passkey') && <PasskeyButton onConfirmed={() => onAnswer(true)} />}
        />
      ) : data?.methods.includes('passkey') && supportsPasskeys() ? (
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <PasskeyButton onConfirmed={() => onAnswer(true)} isOnly />
        </Group>
      ) : data ? (
        <SignInAgain onCancel={cancel} />
      ) : error === undefined ? (
        <Skeleton h={60} />
      ) : (
        <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />
      )}
    </Modal>
  );
}

interface PasswordFormProps {
  onConfirmed: () => void;
  onCancel: () => void;
  /** Another way to confirm. */
  other: ReactNode;
}

function PasswordForm({ onConfirmed, onCancel, other }: PasswordFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // React passes events of dialogs on to the components that contain them, such as the form that waits for the answer.
    event.stopPropagation();
    if (pending) return;
    if (!password) return setProblem(t('shell.identity.needPassword'));
    setPending(true);
    try {
      const body: ConfirmRequest = { password };
      await call<ConfirmationResponse>('POST', PATH, { body });
      onConfirmed();
    } catch (refusal) {
      setProblem(messageOf(refusal));
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <PasswordInput
          autoFocus
          data-autofocus
          label={t('shell.identity.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
          value={password}
          error={problem}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Group justify="flex-end" gap="sm">
          {other}
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('common.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Confirms with a passkey. */
function PasskeyButton({ onConfirmed, isOnly = false }: { onConfirmed: () => void; isOnly?: boolean }) {
  const { t } = useTranslation();
  const confirm = useAction(async () => {
    const { data } = await call<PasskeyOptionsResponse>('POST', '/api/user/passkey/verify/begin');
    const body: ConfirmRequest = { passkey: await provePasskey(data.options) };
    return call<ConfirmationResponse>('POST', PATH, { body });
  }, onConfirmed);
  if (!supportsPasskeys()) return null;
  return (
    <Button
      variant={isOnly ? 'filled' : 'subtle'}
      autoFocus={isOnly}
      data-autofocus={isOnly || undefined}
      loading={confirm.pending}
      onClick={() => void confirm.run()}
    >
      {t('shell.identity.passkey')}
    </Button>
  );
}

/** For accounts without a password: a new sign-in confirms. */
function SignInAgain({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const leave = useAction(endSession, () => {
    keepReturnPath(location.pathname + location.search);
    session.signOut();
    location.assign('/login');
  });
  return (
    <>
      <Text size="sm">{t('shell.identity.noPassword')}</Text>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button autoFocus data-autofocus loading={leave.pending} onClick={() => void leave.run()}>
          {t('shell.identity.signInAgain')}
        </Button>
      </Group>
    </>
  );
}
