import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api';
import { useAction } from '../../lib/use-action';
import { useSelf } from '../../lib/use-self';

export interface PasswordChange {
  password: string;
  original_password?: string;
}

export function usePersonal() {
  const { t } = useTranslation();
  const { self, error, refresh } = useSelf();
  const changePassword = useAction(async (change: PasswordChange) => {
    await call<null>('PUT', '/api/user/self', { body: change });
    await refresh();
  }, t('personal.saved'));
  return { self, error, refresh, changePassword };
}
