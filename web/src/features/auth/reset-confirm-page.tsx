import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { copyText } from '../../lib/browser/clipboard';
import { CopyText } from '../../ui/button/copy-text';
import { AuthCard } from './auth-card';
import { useResetConfirm } from './use-reset';

/** Page that the link in the password reset email opens. */
export function ResetConfirmPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const email = search.get('email') ?? '';
  const token = search.get('token') ?? '';
  return (
    <AuthCard title={t('authPages.reset.confirmTitle')}>
      {email && token ? (
        <Confirm email={email} token={token} />
      ) : (
        <Alert color="red" title={t('authPages.reset.broken')}>
          <Anchor component={Link} to="/reset" size="sm">
            {t('authPages.reset.askAgain')}
          </Anchor>
        </Alert>
      )}
    </AuthCard>
  );
}

function Confirm({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation();
  const { confirm, password, pending } = useResetConfirm(email, token);
  return (
    <>
      <Stack gap="md">
        <TextInput label={t('authPages.reset.email')} size="md" value={email} readOnly />
        {password !== undefined && (
          <TextInput
            label={t('authPages.reset.newPassword')}
            description={t('authPages.reset.newPasswordHint')}
            size="md"
            value={password}
            readOnly
            rightSection={
              <CopyText
                text={password}
                label={t('common.copyNamed', { name: t('authPages.reset.newPassword') })}
                secret
              />
            }
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', cursor: 'copy' } }}
            onClick={(event) => {
              event.currentTarget.select();
              void copyText(password, t('authPages.reset.copied', { password }));
            }}
          />
        )}
        <Button
          size="md"
          fullWidth
          loading={pending}
          disabled={password !== undefined}
          onClick={() => void confirm()}
        >
          {password === undefined ? t('common.submit') : t('authPages.reset.done')}
        </Button>
      </Stack>
      <Text size="sm" mt="lg" ta="center">
        <Anchor component={Link} to="/login" size="sm">
          {t('authPages.backToLogin')}
        </Anchor>
      </Text>
    </>
  );
}
