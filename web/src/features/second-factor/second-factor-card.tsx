import type { AuthenticatorSetupResponse, PasskeyResponse } from '#contract/resources/accounts/second-factor';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supportsPasskeys } from '../../lib/browser/passkeys';
import { formatTime } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import { StatusBadge } from '../../ui/badge/status-badge';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { LoadFailed } from '../../ui/feedback/empty-state';
import classes from '../personal/personal.module.css';
import { type SecondFactor, useSecondFactor } from './use-second-factor';
import { useWithPassword } from './use-with-password';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const AuthenticatorDialog = lazyDialog(
  async () => (await import('./authenticator-dialog')).AuthenticatorDialog,
);
const PasskeyDialog = lazyDialog(async () => (await import('./passkey-dialog')).PasskeyDialog);
const ProofDialog = lazyDialog(async () => (await import('./proof-dialog')).ProofDialog);
const RecoveryCodesDialog = lazyDialog(
  async () => (await import('./recovery-codes-dialog')).RecoveryCodesDialog,
);

/** What is open above the card. */
type Open =
  | { readonly dialog: 'setup'; readonly setup: AuthenticatorSetupResponse }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] }
  | { readonly dialog: 'disable' | 'renew' | 'passkey' }
  | { readonly dialog: 'remove'; readonly passkey: PasskeyResponse };

/** Authenticator app, passkeys and recovery codes of the signed-in user. */
export function SecondFactorCard() {
  const { t } = useTranslation();
  const factor = useSecondFactor();
  const { status, passkeys, error, refresh } = factor;
  const [open, setOpen] = useState<Open>();
  const { change, dialog } = useWithPassword();

  const setUp = () =>
    change.run(async (password) => setOpen({ dialog: 'setup', setup: await factor.setUp(password) }));
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="second-factor">
      <Title order={2} id="second-factor" mb={4}>
        {t('secondFactor.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('secondFactor.lead')}
      </Text>
      {status && passkeys ? (
        <ul className={classes.rows}>
          <Row
            title={t('secondFactor.app.name')}
            hint={t('secondFactor.app.hint')}
            on={status.enabled}
            button={t(status.enabled ? 'secondFactor.remove' : 'secondFactor.app.setUp')}
            label={t(status.enabled ? 'secondFactor.app.removeLabel' : 'secondFactor.app.setUpLabel')}
            pending={change.pending}
            onClick={() => (status.enabled ? setOpen({ dialog: 'disable' }) : void setUp())}
          />
          <Row
            title={t('secondFactor.passkeys.title')}
            hint={t(supportsPasskeys() ? 'secondFactor.passkeys.hint' : 'secondFactor.passkeys.unsupported')}
            on={passkeys.length > 0}
            button={t('secondFactor.passkeys.add')}
            label={t('secondFactor.passkeys.addTitle')}
            disabled={!supportsPasskeys()}
            onClick={() => setOpen({ dialog: 'passkey' })}
          />
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => setOpen({ dialog: 'remove', passkey })}
            />
          ))}
          {(status.enabled || passkeys.length > 0) && (
            <Row
              title={t('secondFactor.codes.name')}
              hint={t('secondFactor.codes.left', { number: status.backup_codes_remaining })}
              button={t('secondFactor.codes.renew')}
              label={t('secondFactor.codes.renewTitle')}
              onClick={() => setOpen({ dialog: 'renew' })}
            />
          )}
        </ul>
      ) : error ? (
        <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
      ) : (
        <Skeleton h={112} />
      )}
      <Dialogs open={open} factor={factor} change={change} setOpen={setOpen} />
      {dialog}
    </Paper>
  );
}

interface RowProps {
  title: string;
  hint: string;
  on?: boolean;
  button: string;
  /** Accessible name of the button. */
  label: string;
  pending?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function Row({ title, hint, on = false, button, label, pending = false, disabled, onClick }: RowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <What title={title} hint={hint}>
        {on && <StatusBadge color="green">{t('secondFactor.on')}</StatusBadge>}
      </What>
      <Button
        variant="default"
        size="xs"
        flex="none"
        aria-label={label}
        loading={pending}
        disabled={disabled}
        onClick={onClick}
      >
        {button}
      </Button>
    </li>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyResponse; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, created_at: added, last_used_at: used } = passkey;
  const hint =
    used === 0
      ? t('secondFactor.passkeys.unused', { added: formatTime(added) })
      : t('secondFactor.passkeys.used', { added: formatTime(added), used: formatTime(used) });
  return (
    <li>
      <What title={name} hint={hint} />
      <Button
        variant="default"
        size="xs"
        flex="none"
        aria-label={t('secondFactor.passkeys.removeLabel', { name })}
        onClick={onRemove}
      >
        {t('secondFactor.remove')}
      </Button>
    </li>
  );
}

function What({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <div className={classes.what}>
      <Group gap={6}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {children}
      </Group>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </div>
  );
}

interface DialogsProps {
  open: Open | undefined;
  factor: SecondFactor;
  change: ReturnType<typeof useWithPassword>['change'];
  setOpen: (open: Open | undefined) => void;
}

function Dialogs({ open, factor, change, setOpen }: DialogsProps) {
  const { t } = useTranslation();
  const close = () => setOpen(undefined);
  const show = (codes: readonly string[]) =>
    setOpen(codes.length > 0 ? { dialog: 'codes', codes } : undefined);
  const proof = { hasPasskeys: (factor.passkeys?.length ?? 0) > 0, onClose: close };

  switch (open?.dialog) {
    case 'setup':
      return (
        <AuthenticatorDialog setup={open.setup} enable={factor.enable} onEnabled={show} onClose={close} />
      );
    case 'codes':
      return <RecoveryCodesDialog codes={open.codes} onClose={close} />;
    case 'disable':
      return (
        <ProofDialog
          {...proof}
          title={t('secondFactor.app.removeTitle')}
          lead={t('secondFactor.app.removeText')}
          confirm={t('secondFactor.remove')}
          danger
          onProof={async (given) => {
            await change.run(async (password) => {
              await factor.disable(given, password);
              toast.success(t('secondFactor.removed'));
              close();
            });
          }}
        />
      );
    case 'renew':
      return (
        <ProofDialog
          {...proof}
          title={t('secondFactor.codes.renewTitle')}
          lead={t('secondFactor.codes.renewText')}
          confirm={t('secondFactor.codes.renew')}
          onProof={async (given) => show(await factor.renewCodes(given))}
        />
      );
    case 'passkey':
      return (
        <PasskeyDialog
          pending={change.pending}
          onAdd={(name) =>
            void change.run(async (password) => {
              const codes = await factor.addPasskey(name, password);
              toast.success(t('secondFactor.passkeys.added'));
              show(codes);
            })
          }
          onClose={close}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          opened
          title={t('secondFactor.passkeys.removeTitle', { name: open.passkey.name })}
          text={t('secondFactor.passkeys.removeText')}
          confirm={t('secondFactor.remove')}
          pending={change.pending}
          onConfirm={() =>
            void change.run(async (password) => {
              await factor.removePasskey(open.passkey.id, password);
              toast.success(t('secondFactor.removed'));
              close();
            })
          }
          onCancel={close}
        />
      );
    case undefined:
      return null;
  }
}
