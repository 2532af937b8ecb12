import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { useAction } from '../../../lib/interaction/use-action';

/** Starts a sign-in without completing it, which makes the server contact the issuer. */
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
