import type { SecondStepResponse } from '#contract/resources/accounts/second-factor';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/interaction/toast';
import { PasswordField } from './password-field';
import type { HumanCheck } from './third-party/use-human-check';
import { call, withQuery } from '../../lib/api/api';
import { useAction } from '../../lib/interaction/use-action';
import { type SignedInUser, useSignIn } from './use-sign-in';

export function LoginForm({ human }: { human: HumanCheck }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState(false);
  const login = useLogin(human);

  function submit() {
    if (!human.passed()) return;
    const missing = !username.trim() || !password;
    setRefused(missing);
    if (missing) toast.error(t('auth.needBoth'));
    else void login.run({ username: username.trim(), password });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!login.pending) submit();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('auth.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          size="md"
          autoFocus
          error={refused && !username.trim()}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          error={refused && !password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth mt={4} loading={login.pending}>
          {t('auth.submit')}
        </Button>
      </Stack>
    </form>
  );
}

interface Credentials {
  username: string;
  password: string;
}

function useLogin(human: HumanCheck) {
  const signIn = useSignIn();
  const login = useAction(
    (credentials: Credentials) =>
      call<SignedInUser | SecondStepResponse>(
        'POST',
        withQuery('/api/user/login', { turnstile: human.token }),
        {
          body: credentials,
        },
      ),
    ({ data }) => signIn(data, '/token'),
  );

  async function run(credentials: Credentials) {
    if (!(await login.run(credentials))) human.reset();
  }

  return { run, pending: login.pending };
}
