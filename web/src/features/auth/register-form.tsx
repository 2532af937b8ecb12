import { MAX_USERNAME_LENGTH } from '#contract/limits';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { isEmail } from '../../lib/format/is-email';
import { toast } from '../../lib/interaction/toast';
import { firstError } from '../../lib/interaction/use-action';
import { useStatus } from '../../lib/api/use-status';
import { accountRules } from './account-rules';
import { PasswordField } from './password-field';
import { PasswordMeter } from '../../ui/form/password-meter';
import { EmailCodeField } from './third-party/email-code-field';
import { useEmailCode } from './third-party/use-email-code';
import type { HumanCheck } from './third-party/use-human-check';
import { useInvitation } from './use-invitation';
import { useRegister } from './use-register';

const EMPTY = { username: '', password: '', repeat: '', email: '', code: '' };

export function RegisterForm({ human }: { human: HumanCheck }) {
  const { t } = useTranslation();
  const { email_verification: withEmail } = useStatus();
  const invitation = useInvitation();
  const register = useRegister(human);
  const emailCode = useEmailCode(human);
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      ...accountRules(t),
      email: (email) => (withEmail && !isEmail(email) ? t('authPages.code.emailInvalid') : null),
      code: (code) => (withEmail && !code.trim() ? t('authPages.code.needed') : null),
    },
  });

  function submit({ username, password, repeat, email, code }: typeof EMPTY) {
    if (register.pending || !human.passed()) return;
    void register.run({
      username: username.trim(),
      password,
      password2: repeat,
      email: withEmail ? email.trim() : '',
      verification_code: withEmail ? code.trim() : '',
      aff_code: invitation,
    });
  }

  return (
    <form noValidate onSubmit={form.onSubmit(submit, (errors) => toast.error(firstError(errors)))}>
      <Stack gap="md">
        <TextInput
          label={t('authPages.register.username')}
          description={t('authPages.register.usernameHint', {
            count: Array.from(form.values.username.trim()).length,
            max: MAX_USERNAME_LENGTH,
          })}
          autoComplete="username"
          autoCapitalize="none"
          size="md"
          autoFocus
          {...form.getInputProps('username')}
        />
        <PasswordField
          label={t('auth.password')}
          placeholder={t('authPages.register.passwordHint')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordMeter password={form.values.password} />
        <PasswordField
          label={t('authPages.register.repeat')}
          autoComplete="new-password"
          {...form.getInputProps('repeat')}
        />
        {withEmail && (
          <>
            <EmailCodeField
              size="md"
              email={form.values.email}
              code={emailCode}
              {...form.getInputProps('email')}
            />
            <TextInput
              label={t('authPages.code.label')}
              autoComplete="one-time-code"
              size="md"
              {...form.getInputProps('code')}
            />
          </>
        )}
        <Button type="submit" size="md" fullWidth mt={4} loading={register.pending}>
          {t('authPages.register.submit')}
        </Button>
      </Stack>
    </form>
  );
}
