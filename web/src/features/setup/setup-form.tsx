import { Alert, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/interaction/toast';
import { type Action, firstError } from '../../lib/interaction/use-action';
import { AccountFields } from './account-fields';
import { ModeField } from './mode-field';
import type { SetupResponse } from '#contract/resources/setup';
import type { SetupValues } from './setup.types';

interface SetupFormProps {
  state: SetupResponse;
  complete: Action<[SetupValues]>;
}

const EMPTY: SetupValues = { username: '', password: '', confirmPassword: '', mode: 'external' };

export function SetupForm({ state, complete }: SetupFormProps) {
  const { t } = useTranslation();
  const withAccount = !state.root_init;
  const form = useForm<SetupValues>({
    initialValues: EMPTY,
    validate: withAccount
      ? {
          username: (name) => {
            if (!name.trim()) return t('setup.needUsername');
            return Array.from(name.trim()).length > 12 || name.includes('@') ? t('setup.badUsername') : null;
          },
          password: (password) => (Array.from(password).length < 8 ? t('setup.shortPassword') : null),
          confirmPassword: (repeat, { password }) => (repeat === password ? null : t('setup.differ')),
        }
      : {},
  });

  function submit(values: SetupValues) {
    if (!complete.pending) void complete.run({ ...values, username: values.username.trim() });
  }

  return (
    <form noValidate onSubmit={form.onSubmit(submit, (errors) => toast.error(firstError(errors)))}>
      <Stack gap="xl">
        {withAccount ? <AccountFields form={form} /> : <Alert color="blue">{t('setup.rootExists')}</Alert>}
        <ModeField {...form.getInputProps('mode')} />
        <div>
          <Button type="submit" size="md" loading={complete.pending}>
            {t('setup.submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
