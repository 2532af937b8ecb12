import { factsOf } from '#contract/languages';
import { Alert, Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadScript } from '../../../lib/browser/load-script';
import { currentLanguage } from '../../../text';
import classes from './turnstile.module.css';

/** The used part of https://developers.cloudflare.com/turnstile/get-started/client-side-rendering */
interface TurnstileApi {
  render: (element: HTMLElement, options: Record<string, unknown>) => string | undefined;
  remove: (widget: string) => void;
}

declare global {
  interface Window {
    turnstile?: TurnstileApi;
  }
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

interface TurnstileProps {
  siteKey: string;
  /** Undefined = the previous token is no longer valid. */
  onToken: (token: string | undefined) => void;
}

/** One run of the Turnstile check; a new `key` starts another. */
export function Turnstile({ siteKey, onToken }: TurnstileProps) {
  const { t } = useTranslation();
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const language = factsOf(currentLanguage()).locale.toLowerCase();

  useEffect(() => {
    let widget: string | undefined;
    let left = false;
    loadScript(SCRIPT).then(
      () => {
        if (left || !box.current) return;
        widget = window.turnstile?.render(box.current, {
          sitekey: siteKey,
          theme,
          language,
          size: 'flexible',
          callback: (token: string) => onToken(token),
          'expired-callback': () => onToken(undefined),
          'error-callback': () => setFailed(true),
        });
      },
      () => setFailed(true),
    );
    return () => {
      left = true;
      onToken(undefined);
      if (widget !== undefined) window.turnstile?.remove(widget);
    };
  }, [siteKey, theme, language, onToken]);

  if (failed)
    return (
      <Alert color="red" title={t('authPages.human.failed')}>
        <Button variant="default" size="xs" onClick={() => location.reload()}>
          {t('authPages.human.reload')}
        </Button>
      </Alert>
    );
  return <div ref={box} className={classes.box} role="group" aria-label={t('authPages.human.label')} />;
}
