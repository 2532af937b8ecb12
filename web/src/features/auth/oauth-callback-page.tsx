import { Center, Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { NotFoundPage } from '../not-found/not-found-page';
import { isRedirectProvider } from './third-party/providers';
import { type CallbackProvider, useOauthCallback } from './use-oauth-callback';

/** Page that sign-in providers redirect to. */
export function OAuthCallbackPage() {
  const { provider } = useParams();
  if (provider === 'telegram' || isRedirectProvider(provider)) return <Callback provider={provider} />;
  return <NotFoundPage />;
}

function Callback({ provider }: { provider: CallbackProvider }) {
  const { t } = useTranslation();
  const { failed } = useOauthCallback(provider);
  return (
    <Center flex={1} p="xl">
      <Stack align="center" gap="md" role="status">
        <Loader />
        <Text c="dimmed" ta="center">
          {t(failed ? 'authPages.oauth.failed' : 'authPages.oauth.processing')}
        </Text>
      </Stack>
    </Center>
  );
}
