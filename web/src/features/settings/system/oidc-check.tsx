import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../use-options';
import { useOidcCheck } from './use-oidc-check';

/** Lets the server read the issuer's document, as it does when somebody signs in. */
export function OidcCheck() {
  const { t } = useTranslation();
  const { values } = useOptions();
  const check = useOidcCheck();
  // The server begins no sign-in that is switched off.
  if (values['oidc.enabled'] !== 'true' || !values['oidc.well_known']) return null;
  return (
    <Button variant="default" loading={check.pending} onClick={() => void check.run()}>
      {t('settings.system.oidc.check')}
    </Button>
  );
}
