import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../use-options';
import { call } from '../../../lib/api/api';
import { useAction } from '../../../lib/interaction/use-action';

/** Makes the server fetch the issuer's metadata, as it does for a sign-in. */
export function OidcCheck() {
  const { t } = useTranslation();
  const { values } = useOptions();
  const check = useOidcCheck();
  // The server starts no sign-in while OIDC is disabled.
  if (values['oidc.enabled'] !== 'true' || !values['oidc.well_known']) return null;
  return (
    <Button variant="default" loading={check.pending} onClick={() => void check.run()}>
      {t('settings.system.oidc.check')}
    </Button>
  );
}

/** Starts a sign-in without completing it, which makes the server contact the issuer. */
function useOidcCheck() {
  const { t } = useTranslation();
  return useAction(async () => {
    try {
      return await call<string>('GET', '/api/oauth/state?provider=oidc');
    } catch (problem) {
      throw new Error(t('settings.system.oidc.checkFailed'), { cause: problem });
    }
  }, t('settings.system.oidc.checked'));
}
