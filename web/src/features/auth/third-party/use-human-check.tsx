import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/toast';
import { useStatus } from '../../../lib/use-status';
import classes from './turnstile.module.css';

const Turnstile = lazy(async () => ({ default: (await import('./turnstile')).Turnstile }));

export interface HumanCheck {
  /** Goes along with the call as `turnstile`; undefined where the operator does not ask for it. */
  token: string | undefined;
  /** May the call be made? If not yet, the person is told. */
  passed: () => boolean;
  /** A token is good once: call this after every call that carried it. */
  reset: () => void;
  /** Place it on the page; null where the operator does not ask for it. */
  widget: ReactNode;
}

/** Cloudflare's question whether a person sits here, when the operator switched it on. */
export function useHumanCheck(): HumanCheck {
  const { t } = useTranslation();
  const { turnstile_check: wanted, turnstile_site_key: siteKey } = useStatus();
  const [token, setToken] = useState<string>();
  const [round, setRound] = useState(0);

  function passed(): boolean {
    if (!wanted || token) return true;
    toast.info(t('authPages.human.pending'));
    return false;
  }

  function reset() {
    setToken(undefined);
    setRound((count) => count + 1);
  }

  const widget = wanted ? (
    <Suspense fallback={<div className={classes.box} />}>
      <Turnstile key={round} siteKey={siteKey} onToken={setToken} />
    </Suspense>
  ) : null;
  return { token: wanted ? token : undefined, passed, reset, widget };
}
