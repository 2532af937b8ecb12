import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../lib/api';
import { takeReturnPath } from '../../lib/return-path';
import { session, type SessionUser } from '../../lib/session';
import { toast } from '../../lib/toast';
import { useAction } from '../../lib/use-action';

export interface Credentials {
  username: string;
  password: string;
}

interface LoginAnswer extends SessionUser {
  /** The super admin still uses the initial password. */
  default_password?: boolean;
}

export function useLogin() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const wanted = wantedPath(useLocation().state);

  return useAction(
    (credentials: Credentials) => call<LoginAnswer>('POST', '/api/user/login', { body: credentials }),
    ({ data }) => {
      const ended = takeReturnPath();
      session.signIn(data);
      toast.success(t('auth.ok'));
      if (data.default_password) toast.warning(t('auth.defaultPassword'));
      void navigate(wanted ?? ended ?? '/token', { replace: true });
    },
  );
}

/** The page that sent its visitor here to sign in, as left by the route guard. */
function wantedPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' && state.from.startsWith('/') ? state.from : undefined;
}
