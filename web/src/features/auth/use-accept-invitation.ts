import type { SecondStepResponse } from '#contract/resources/accounts/second-factor';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api/api';
import { useStatus } from '../../lib/api/use-status';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { type SignedInUser, useSignIn } from './use-sign-in';

/** Accepts an invitation and signs in. Where signing in needs more than a password, the sign-in page follows. */
export function useAcceptInvitation(token: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const { password_login_enabled: byPassword, turnstile_check: needsCheck } = useStatus();
  return useAction(
    (username: string, password: string) =>
      call<null>('POST', '/api/invitation/accept', { body: { token, username, password } }),
    async (_answer, username, password) => {
      toast.success(t('authPages.invitation.done'));
      if (!byPassword || needsCheck) return void navigate('/login');
      const { data } = await call<SignedInUser | SecondStepResponse>('POST', '/api/user/login', {
        body: { username, password },
      });
      signIn(data, '/token');
    },
  );
}
