import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { leadsToOwnApi } from '../../lib/browser/loadable-address';
import { EmptyState } from '../feedback/empty-state';
import classes from './frame.module.css';

interface FrameProps {
  /** http(s) URL. */
  src: string;
  title: string;
  /** Permissions policy of the framed page, for example `camera; microphone`. */
  allow?: string;
  onLoad?: () => void;
}

const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';

/** A page of another site in a sandboxed frame. Sends it the theme and the language on load and on every change. */
export function Frame({ src, title, allow, onLoad }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { t, i18n } = useTranslation();
  const language = i18n.language;

  const report = useCallback(() => {
    const inside = frame.current?.contentWindow;
    inside?.postMessage({ themeMode: scheme }, '*');
    inside?.postMessage({ lang: language }, '*');
  }, [scheme, language]);
  useEffect(report, [report]);

  // A frame sends cookies, so a URL of this gateway's API would act as the user.
  if (leadsToOwnApi(src)) return <EmptyState title={t('common.ownApiRefused')} />;
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={src}
      title={title}
      sandbox={isForeign(src) ? `${SANDBOX} allow-same-origin` : SANDBOX}
      referrerPolicy="no-referrer"
      {...(allow && { allow })}
      onLoad={() => {
        report();
        onLoad?.();
      }}
    />
  );
}

/** A page of our own origin with scripts and `allow-same-origin` could escape the sandbox. */
function isForeign(src: string): boolean {
  return URL.canParse(src) && new URL(src).origin !== location.origin;
}
