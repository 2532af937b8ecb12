import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useNavigationType } from 'react-router-dom';
import type { Screen } from '../routes';

/** Menus and dialogs that were left give the focus back within these milliseconds; the new page comes after them. */
const FOCUS_GIVEN_BACK_MS = 50;

/** Tells people who do not see it that another page has come, and takes the focus to where that page begins. */
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

/** @param isBack the browser has put the page to where it was scrolled to */
function beginPage(isBack: boolean): void {
  const content = document.getElementById('content');
  // A page that begins with a field, or with a panel, has the focus already.
  if (!content || document.activeElement?.closest('#content > *, [role="dialog"]')) return;
  const heading = content.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? content).focus({ preventScroll: isBack });
}
