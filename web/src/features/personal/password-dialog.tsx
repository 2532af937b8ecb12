import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { isPasswordLength } from '../../lib/format/password-length';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../lib/interaction/use-action';
import { GuardedModal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { PasswordMeter } from '../../ui/form/password-meter';
import { CurrentPassword } from './current-password';
import type { PasswordChange } from './use-personal';

interface PasswordDialogProps {
  change: Action<[PasswordChange]>;
  onClose: () => void;
}

const EMPTY = { current: '', next: '', repeat: '' };

export function PasswordDialog({ change, onClose }: PasswordDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: EMPTY,
    validateInputOnBlur: true,
    validate: {
      next: (next) => (isPasswordLength(next) ? null : t('personal.length')),
      repeat: (repeat, { next }) => (repeat !== next ? t('personal.differ') : null),
    },
  });

  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit({ current, next }: typeof EMPTY) {
    const saved = await change.run({ password: next, ...(current && { original_password: current }) });
    if (saved) guard.leave();
  }

  const reveal = { 'aria-label': t('common.reveal'), tabIndex: 0 };
  return (
    <GuardedModal guard={guard} title={t('personal.password')}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('personal.passwordHint')}
          </Text>
          <CurrentPassword data-autofocus {...form.getInputProps('current')} />
          <PasswordInput
            label={t('personal.next')}
            autoComplete="new-password"
            visibilityToggleButtonProps={reveal}
            {...form.getInputProps('next')}
          />
          <PasswordMeter password={form.values.next} />
          <PasswordInput
            label={t('personal.repeat')}
            autoComplete="new-password"
            visibilityToggleButtonProps={reveal}
            {...form.getInputProps('repeat')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={change.pending}>
              {t('personal.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedModal>
  );
}
