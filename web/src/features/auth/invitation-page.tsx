import type { ReadInvitationResponse } from '#contract/resources/accounts/invitation';
import { Alert, Anchor, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import useSWR from 'swr';
import { call } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { firstError, messageOf } from '../../lib/interaction/use-action';
import { PasswordMeter } from '../../ui/form/password-meter';
import { accountRules } from './account-rules';
import { AuthCard } from './auth-card';
import { PasswordField } from './password-field';
import { useAcceptInvitation } from './use-accept-invitation';

/** Page that the link of an invitation by mail opens. The token is in the fragment, which browsers send to no server. */
export function InvitationPage() {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const { data, error } = useSWR<ReadInvitationResponse, unknown>(
    ['/api/invitation/read', token],
    async ([path]: [string, string]) =>
      (await call<ReadInvitationResponse>('POST', path, { body: { token } })).data,
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  return (
    <AuthCard title={t('authPages.invitation.title')}>
      {error !== undefined && <Alert color="red">{messageOf(error)}</Alert>}
      {!data && error === undefined && <Skeleton h={240} />}
      {data && <AcceptForm token={token} invitation={data} />}
      <Text size="sm" mt="lg" ta="center">
        <Anchor component={Link} to="/login" size="sm">
          {t('authPages.backToLogin')}
        </Anchor>
      </Text>
    </AuthCard>
  );
}

const EMPTY = { username: '', password: '', repeat: '' };

function AcceptForm({ token, invitation }: { token: string; invitation: ReadInvitationResponse }) {
  const { t } = useTranslation();
  const accept = useAcceptInvitation(token);
  const form = useForm({
    initialValues: EMPTY,
    validate: accountRules(t),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ username, password }) => void accept.run(username.trim(), password),
        (errors) => toast.error(firstError(errors)),
      )}
    >
      <Stack gap="md">
        <Text size="sm">{t('authPages.invitation.lead', { name: invitation.inviter })}</Text>
        <TextInput label={t('authPages.code.email')} size="md" value={invitation.email} readOnly />
        <TextInput
          label={t('authPages.register.username')}
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
        <Button type="submit" size="md" fullWidth mt={4} loading={accept.pending}>
          {t('authPages.invitation.accept')}
        </Button>
      </Stack>
    </form>
  );
}
