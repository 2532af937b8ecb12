import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, get, withQuery } from '../../../lib/api/api';
import { toast } from '../../../lib/interaction/toast';
import { useAction } from '../../../lib/interaction/use-action';
import { useCountdown } from '../../../lib/interaction/use-countdown';
import type { HumanCheck } from './use-human-check';

const WAIT_SECONDS = 30;

export interface EmailCode {
  send: (email: string) => Promise<void>;
  /** Seconds until another code may be requested. */
  wait: number;
  pending: boolean;
  /**
   * The server's reason for rejecting this address, e.g. a domain that may not register; undefined if it was not
   * rejected.
   */
  refusal: (email: string) => string | undefined;
}

/** Sends a verification code to an address; a wait time follows each code. */
export function useEmailCode(human: HumanCheck): EmailCode {
  const { t } = useTranslation();
  const [wait, startWait] = useCountdown();
  const [refused, setRefused] = useState<{ email: string; message: string }>();
  const request = useAction(
    async (email: string) => {
      try {
        await get<null>(withQuery('/api/verification', { email, turnstile: human.token }));
      } catch (problem) {
        if (problem instanceof ApiError && problem.status === 200)
          setRefused({ email, message: problem.message });
        throw problem;
      }
    },
    () => {
      toast.success(t('authPages.code.sent'));
      startWait(WAIT_SECONDS);
    },
  );

  async function send(email: string) {
    if (!human.passed()) return;
    await request.run(email.trim());
    human.reset();
  }

  return {
    send,
    wait,
    pending: request.pending,
    refusal: (email) => (refused?.email === email.trim() ? refused.message : undefined),
  };
}
