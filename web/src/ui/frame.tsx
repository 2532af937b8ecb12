import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { leadsToOwnApi } from '../lib/loadable-address';
import { EmptyState } from './empty-state';
import classes from './frame.module.css';

interface FrameProps {
  /** http(s) address. */
  src: string;
  title: string;
  /** Permissions policy of the page inside, for example `camera; microphone`. */
  allow?: string;
  onLoad?: () => void;
}

const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';

/** Another site's page, in a sandbox. It is told theme and language when it is loaded and when they change. */
export function Frame({ src, title, allow, onLoad }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { t, i18n } = useTranslation();
  const language = i18n.language;

  const tell = useCallback(() => {
    const inside = frame.current?.contentWindow;
    inside?.postMessage({ themeMode: scheme }, '*');
    inside?.postMessage({ lang: language }, '*');
  }, [scheme, language]);
  useEffect(tell, [tell]);

  // A frame sends cookies: an address of the API would act for whoever looks at it.
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
        tell();
        onLoad?.();
      }}
    />
  );
}

/** A page of our own origin that could run scripts with it would be no longer in a sandbox. */
function isForeign(src: string): boolean {
  return URL.canParse(src) && new URL(src).origin !== location.origin;
}
