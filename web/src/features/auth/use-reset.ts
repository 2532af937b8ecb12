import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, get, withQuery } from '../../lib/api/api';
import { copyText } from '../../lib/browser/clipboard';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { useCountdown } from '../../lib/interaction/use-countdown';
import type { HumanCheck } from './third-party/use-human-check';

const WAIT_SECONDS = 30;

/** Requests the email with the password reset link; a wait time follows each email. */
export function useResetRequest(human: HumanCheck) {
  const { t } = useTranslation();
  const [wait, startWait] = useCountdown();
  const request = useAction(
    (email: string) => get<null>(withQuery('/api/reset_password', { email, turnstile: human.token })),
    () => {
      toast.success(t('authPages.reset.sent'));
      startWait(WAIT_SECONDS);
    },
  );

  async function send(email: string): Promise<boolean> {
    const sent = await request.run(email);
    human.reset();
    return sent;
  }

  return { send, wait, pending: request.pending };
}

/** Exchanges the reset token for a new password, which is shown once. */
export function useResetConfirm(email: string, token: string) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string>();
  const confirm = useAction(
    () => call<string>('POST', '/api/user/reset', { body: { email, token } }),
    async ({ data }) => {
      setPassword(data);
      await copyText(data, t('authPages.reset.newCopied', { password: data }));
    },
  );
  return { confirm: confirm.run, password, pending: confirm.pending };
}
