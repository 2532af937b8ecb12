import { MAX_USERNAME_LENGTH } from '#contract/limits';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { isEmail } from '../../lib/format/is-email';
import { toast } from '../../lib/interaction/toast';
import { firstError } from '../../lib/interaction/use-action';
import { useStatus } from '../../lib/api/use-status';
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
      username: (name) => {
        if (!name.trim()) return t('auth.needBoth');
        return lengthOf(name) > MAX_USERNAME_LENGTH || name.includes('@')
          ? t('authPages.register.badName')
          : null;
      },
      password: (password) => {
        if (!password) return t('auth.needBoth');
        if (lengthOf(password) < 8) return t('authPages.register.shortPassword');
        return lengthOf(password) > 20 ? t('authPages.register.longPassword') : null;
      },
      repeat: (repeat, { password }) => (repeat === password ? null : t('authPages.register.differ')),
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
            count: lengthOf(form.values.username),
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

/** Length in code points, as the server counts it. */
function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}
