import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { useStatus } from '../../../lib/api/use-status';
import classes from './turnstile.module.css';

const Turnstile = lazy(async () => ({ default: (await import('./turnstile')).Turnstile }));

export interface HumanCheck {
  /** Sent with the call as `turnstile`; undefined if the check is switched off. */
  token: string | undefined;
  /** Whether the call may be made. Shows a message if the check is still pending. */
  passed: () => boolean;
  /** A token is valid once: call this after every call that carried it. */
  reset: () => void;
  /** To be placed on the page; null if the check is switched off. */
  widget: ReactNode;
}

/** Cloudflare Turnstile check, if the operator enabled it. */
export function useHumanCheck(): HumanCheck {
  const { t } = useTranslation();
  const { turnstile_check: required, turnstile_site_key: siteKey } = useStatus();
  const [token, setToken] = useState<string>();
  const [round, setRound] = useState(0);

  function passed(): boolean {
    if (!required || token) return true;
    toast.info(t('authPages.human.pending'));
    return false;
  }

  function reset() {
    setToken(undefined);
    setRound((count) => count + 1);
  }

  const widget = required ? (
    <Suspense fallback={<div className={classes.box} />}>
      <Turnstile key={round} siteKey={siteKey} onToken={setToken} />
    </Suspense>
  ) : null;
  return { token: required ? token : undefined, passed, reset, widget };
}
