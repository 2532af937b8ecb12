import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../lib/use-action';
import type { PasswordChange } from './use-personal';

const EMPTY = { current: '', next: '', repeat: '' };

export function PasswordForm({ action }: { action: Action<[PasswordChange]> }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: EMPTY,
    validateInputOnBlur: true,
    validate: {
      next: (next) => (next.length < 8 || next.length > 20 ? t('personal.length') : null),
      repeat: (repeat, { next }) => (repeat !== next ? t('personal.differ') : null),
    },
  });

  async function submit({ current, next }: typeof EMPTY) {
    const saved = await action.run({ password: next, ...(current && { original_password: current }) });
    if (saved) form.reset();
  }

  const reveal = { 'aria-label': t('common.reveal') };
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
      <Stack gap="md" maw={400}>
        <PasswordInput
          label={t('personal.current')}
          description={t('personal.currentHint')}
          autoComplete="current-password"
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label={t('personal.next')}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('next')}
        />
        <PasswordInput
          label={t('personal.repeat')}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('repeat')}
        />
        <div>
          <Button type="submit" loading={action.pending}>
            {t('personal.save')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
