import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api';
import { useAction } from '../../../lib/use-action';

/** Begins a sign-in that nobody follows up: for it the server asks the issuer. */
export function useOidcCheck() {
  const { t } = useTranslation();
  return useAction(async () => {
    try {
      return await call<string>('GET', '/api/oauth/state?provider=oidc');
    } catch (problem) {
      throw new Error(t('settings.system.oidc.checkFailed'), { cause: problem });
    }
  }, t('settings.system.oidc.checked'));
}
