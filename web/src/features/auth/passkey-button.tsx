import type { PasskeyOptionsResponse } from '#contract/resources/accounts/second-factor';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api';
import { provePasskey, supportsPasskeys } from '../../lib/browser/passkeys';
import { useAction } from '../../lib/interaction/use-action';
import { type SignedInUser, useSignIn } from './use-sign-in';

/** Signs in with a passkey, without name and password; absent in browsers and at addresses without passkeys. */
export function PasskeyButton() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const login = useAction(
    async () => {
      const { data } = await call<PasskeyOptionsResponse>('POST', '/api/user/passkey/login/begin');
      const body = await provePasskey(data.options);
      return (await call<SignedInUser>('POST', '/api/user/passkey/login/finish', { body })).data;
    },
    (user) => signIn(user, '/token'),
  );
  if (!supportsPasskeys()) return null;
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      mt="md"
      leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
      loading={login.pending}
      onClick={() => void login.run()}
    >
      {t('authPages.passkey.signIn')}
    </Button>
  );
}
