import { Button, Image, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { writeText } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { useStatus } from '../../lib/use-status';
import classes from './login-page.module.css';
import { useLogin } from './use-login';

export function LoginPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const [search] = useSearchParams();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const login = useLogin();
  const expired = search.get('expired') === 'true';
  const invitedBy = search.get('aff');

  useEffect(() => {
    if (expired) toast.error(t('http.401'));
  }, [expired, t]);

  useEffect(() => {
    if (invitedBy) writeText('aff', invitedBy);
  }, [invitedBy]);

  function submit() {
    if (!username.trim() || !password) toast.error(t('auth.needBoth'));
    else void login.run({ username: username.trim(), password });
  }

  return (
    <div className={classes.page}>
      <Paper withBorder className={classes.card} component="section" aria-labelledby="login-title">
        <Image src={status.logo || '/logo.svg'} alt="" w={40} h={40} mb="md" />
        <Title order={1} id="login-title">
          {t('auth.title')}
        </Title>
        <Text c="dimmed" size="sm" mt={4} mb="lg">
          {t('auth.subtitle', { name: status.system_name })}
        </Text>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
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
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <PasswordInput
              label={t('auth.password')}
              name="password"
              autoComplete="current-password"
              size="md"
              value={password}
              visibilityToggleButtonProps={{ 'aria-label': t('common.reveal') }}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" size="md" fullWidth mt={4} loading={login.pending}>
              {t('auth.submit')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </div>
  );
}
