import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isEmail } from '../../lib/format/is-email';
import { AuthCard } from './auth-card';
import { useHumanCheck } from './third-party/use-human-check';
import { useResetRequest } from './use-reset';

export function ResetPage() {
  const { t } = useTranslation();
  const human = useHumanCheck();
  const request = useResetRequest(human);
  const [email, setEmail] = useState('');
  const [invalid, setInvalid] = useState(false);
  const waiting = request.wait > 0;

  async function submit() {
    setInvalid(!isEmail(email));
    if (!isEmail(email) || !human.passed()) return;
    if (await request.send(email.trim())) setEmail('');
  }

  return (
    <AuthCard title={t('authPages.reset.title')} subtitle={t('authPages.reset.hint')} below={human.widget}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!request.pending && !waiting) void submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            type="email"
            label={t('authPages.reset.email')}
            autoComplete="email"
            autoCapitalize="none"
            size="md"
            autoFocus
            value={email}
            error={invalid && t('authPages.code.emailInvalid')}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setInvalid(false);
            }}
          />
          <Button type="submit" size="md" fullWidth loading={request.pending} disabled={waiting}>
            {waiting ? t('authPages.reset.again', { seconds: request.wait }) : t('common.submit')}
          </Button>
        </Stack>
      </form>
      <Text size="sm" mt="lg" ta="center">
        <Anchor component={Link} to="/login" size="sm">
          {t('authPages.backToLogin')}
        </Anchor>
      </Text>
    </AuthCard>
  );
}
