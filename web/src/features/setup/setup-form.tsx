import { Alert, Button, Group, Stack, Text } from '@mantine/core';
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
  complete: Action<[SetupValues, boolean]>;
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

  function submit(imports: boolean) {
    return form.onSubmit(
      (values) => {
        if (!complete.pending) void complete.run({ ...values, username: values.username.trim() }, imports);
      },
      (errors) => toast.error(firstError(errors)),
    );
  }

  return (
    <form noValidate onSubmit={submit(false)}>
      <Stack gap="xl">
        {withAccount ? <AccountFields form={form} /> : <Alert color="blue">{t('setup.rootExists')}</Alert>}
        <ModeField {...form.getInputProps('mode')} />
        <Stack gap="xs">
          <Group gap="sm">
            <Button type="submit" size="md" loading={complete.pending}>
              {t('setup.submit')}
            </Button>
            <Button variant="default" size="md" loading={complete.pending} onClick={() => submit(true)()}>
              {t('setup.importSubmit')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            {t('setup.importLead')}
          </Text>
        </Stack>
      </Stack>
    </form>
  );
}
