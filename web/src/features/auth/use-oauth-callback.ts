import type { SecondStepResponse } from '#contract/resources/accounts/second-factor';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api/api';
import { isAdmin, session } from '../../lib/api/session';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import { type SignedInUser, useSignIn } from './use-sign-in';

export type CallbackProvider = 'github' | 'oidc' | 'linuxdo' | 'telegram';

/** Time to read the error message before the redirect. */
const READING_MS = 2000;

/** Sends the callback's query to the server once; its code and state are valid for a single use. */
export function useOauthCallback(provider: CallbackProvider): { failed: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const begun = useRef(false);
  const [failed, setFailed] = useState(false);

  async function finish() {
    const brought = new URLSearchParams(location.search);
    const refusal = brought.get('error_description') || brought.get('error');
    if (refusal) throw new Error(refusal);
    // Telegram sign-in has no state; account binding carries the state that the console requested.
    const binds = provider === 'telegram' && brought.has('state');
    const telegramPath = binds ? 'telegram/bind' : 'telegram/login';
    const path = provider === 'telegram' ? telegramPath : provider;
    const { message, data } = await call<SignedInUser | SecondStepResponse>(
      'GET',
      `/api/oauth/${path}?${brought.toString()}`,
    );
    if (message !== 'bind' && !binds) {
      signIn(data, provider === 'telegram' ? '/' : '/token');
      return;
    }
    toast.success(t('authPages.oauth.bound'));
    await leave();
  }

  /** To the system settings for administrators, to the personal settings for other users. */
  async function leave() {
    const user = session.user();
    if (!user) await navigate('/login', { replace: true });
    else await navigate(isAdmin(user) ? '/setting' : '/personal?tab=access', { replace: true });
  }

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    finish().catch((problem: unknown) => {
      toast.error(messageOf(problem));
      setFailed(true);
      setTimeout(() => void leave(), READING_MS);
    });
  });

  return { failed };
}
