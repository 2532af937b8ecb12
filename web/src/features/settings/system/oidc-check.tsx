import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../use-options';
import { useOidcCheck } from './use-oidc-check';

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
