import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useNavigationType } from 'react-router-dom';
import type { Screen } from '../routes';

/** Milliseconds within which closed menus and dialogs return the focus; the new page takes it after that. */
const FOCUS_GIVEN_BACK_MS = 50;

/** Announces page changes to screen readers and moves the focus to the start of the new page. */
export function PageAnnouncer({ screen }: { screen: Screen | undefined }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(screen);
  const [moved, setMoved] = useState(false);
  if (screen !== shown) {
    setShown(screen);
    setMoved(true);
  }
  useFocusOnArrival(screen);
  return <VisuallyHidden aria-live="polite">{moved && screen ? t(screen.title) : ''}</VisuallyHidden>;
}

function useFocusOnArrival(screen: Screen | undefined): void {
  const isBack = useNavigationType() === NavigationType.Pop;
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return undefined;
    const arrive = setTimeout(() => {
      last.current = screen;
      beginPage(isBack);
    }, FOCUS_GIVEN_BACK_MS);
    return () => clearTimeout(arrive);
  }, [screen, isBack]);
}

/** @param isBack true after back navigation, when the browser has restored the scroll position */
function beginPage(isBack: boolean): void {
  const content = document.getElementById('content');
  // An autofocused field or an opened panel already has the focus.
  if (!content || document.activeElement?.closest('#content > *, [role="dialog"]')) return;
  const heading = content.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? content).focus({ preventScroll: isBack });
}
