import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { isEmail } from '../../lib/format/is-email';
import type { Action } from '../../lib/interaction/use-action';
import { GuardedModal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { EmailCodeField } from '../auth/third-party/email-code-field';
import { useEmailCode } from '../auth/third-party/use-email-code';
import { useHumanCheck } from '../auth/third-party/use-human-check';
import { CurrentPassword } from './current-password';

interface EmailDialogProps {
  bind: Action<[email: string, code: string, password: string]>;
  onClose: () => void;
}

/** Binds an email address with a code sent to it. */
export function EmailDialog({ bind, onClose }: EmailDialogProps) {
  const { t } = useTranslation();
  const human = useHumanCheck();
  const code = useEmailCode(human);
  const form = useForm({
    initialValues: { email: '', code: '', password: '' },
    validate: {
      email(email) {
        if (!email.trim()) return t('personalPage.bindings.needEmail');
        return isEmail(email) ? null : t('authPages.code.emailInvalid');
      },
      code: (text) => (text.trim() ? null : t('personalPage.bindings.needCode')),
    },
  });

  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit(values: { email: string; code: string; password: string }) {
    if (await bind.run(values.email.trim(), values.code.trim(), values.password)) guard.leave();
  }

  return (
    <GuardedModal guard={guard} title={t('personalPage.bindings.emailTitle')}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <EmailCodeField
            email={form.values.email}
            code={code}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('authPages.code.label')}
            autoComplete="one-time-code"
            {...form.getInputProps('code')}
          />
          <CurrentPassword {...form.getInputProps('password')} />
          {human.widget}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={bind.pending}>
              {t('common.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedModal>
  );
}
