import type { SecondStepResponse } from '#contract/resources/accounts/second-factor';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { settleLanguage } from '../../lib/api/own-language';
import { takeReturnPath } from '../../lib/api/return-path';
import { session, type SessionUser } from '../../lib/api/session';
import { parseObject } from '../../lib/format/json';
import { toast } from '../../lib/interaction/toast';

/** The account that signed in. */
export interface SignedInUser extends SessionUser {
  /** JSON text. */
  setting: string;
}

/**
 * Completes a sign-in: stores the user and navigates to the page requested before, else to `otherwise`. Where the account has a
 * second factor, the sign-in page asks for it first.
 */
export function useSignIn(): (answer: SignedInUser | SecondStepResponse, otherwise: '/token' | '/') => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = requestedPath(useLocation().state);

  return (answer, otherwise) => {
    if ('require_2fa' in answer) {
      const secondStep = { methods: answer.methods, otherwise };
      void navigate('/login', {
        replace: true,
        state: { secondStep, ...(path !== undefined && { from: path }) },
      });
      return;
    }
    const user = answer;
    const ended = takeReturnPath();
    session.signIn(user);
    void settleLanguage(parseObject(user.setting)?.language);
    toast.success(t('auth.ok'));
    if (user.default_password) toast.warning(t('auth.defaultPassword'));
    void navigate(path ?? ended ?? otherwise, { replace: true });
  };
}

/** Navigates when another tab signed in, for example one opened for GitHub. */
export function useSignInElsewhere(): void {
  const navigate = useNavigate();
  const path = requestedPath(useLocation().state);
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === 'user' && event.newValue) void navigate(path ?? takeReturnPath() ?? '/token');
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [navigate, path]);
}

/** The page that redirected to the sign-in page, as stored in the location state by the route guard. */
function requestedPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' && state.from.startsWith('/') ? state.from : undefined;
}
