import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { Modal } from './modal';

export interface UnsavedGuard {
  /** For Esc, Cancel, the close button and clicks beside: asks first when something was changed. */
  close: () => void;
  /** Goes without a question: what was entered is saved. */
  leave: () => void;
  /** True while the question is open: the form below it takes no Esc. */
  asking: boolean;
  /** Belongs inside the dialog of the form. */
  question: ReactNode;
}

/**
 * Keeps a form from being dropped silently, whether by closing its dialog, by the browser's back button or a link, or by
 * leaving the site.
 * @param changed does the form differ from what it opened with?
 * @param onClose takes the dialog away; it may navigate
 * @param pageGuards the page asks for changes of its own: of several watchers the router asks the last one alone, so this
 *   one is there only while the form is changed
 */
export function useUnsavedGuard(changed: boolean, onClose: () => void, pageGuards = false): UnsavedGuard {
  const [asking, setAsking] = useState(false);
  /** Where a link or the back button leads, while the question is open for it. */
  const [held, setHeld] = useState<Held>();
  const leaving = useRef(false);
  const unsaved = useRef(changed);
  // Known with the very keystroke: the router learns of a new watcher only a moment later.
  useLayoutEffect(() => {
    unsaved.current = changed;
  }, [changed]);

  function leave() {
    leaving.current = true;
    onClose();
  }

  function stay() {
    held?.reset();
    setHeld(undefined);
    setAsking(false);
  }

  function discard() {
    setAsking(false);
    setHeld(undefined);
    leaving.current = true;
    if (held) held.proceed();
    else onClose();
  }

  const open = asking || held !== undefined;
  return {
    close: () => (changed ? setAsking(true) : onClose()),
    leave,
    asking: open,
    question: (
      <>
        {(changed || !pageGuards) && (
          <Watch changed={changed} mayLeave={() => leaving.current || !unsaved.current} onHeld={setHeld} />
        )}
        {open && <Question onStay={stay} onDiscard={discard} />}
      </>
    ),
  };
}

interface Held {
  proceed: () => void;
  reset: () => void;
}

interface WatchProps {
  changed: boolean;
  mayLeave: () => boolean;
  onHeld: (held: Held) => void;
}

function Watch({ changed, mayLeave, onHeld }: WatchProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !mayLeave() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') onHeld(blocker);
  }, [blocker, onHeld]);

  useEffect(() => {
    if (!changed) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [changed]);
  return null;
}

function Question({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onStay} title={t('common.discardTitle')} zIndex={300}>
      <Text size="sm">{t('common.discardText')}</Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" color="red.8" onClick={onDiscard}>
          {t('common.discard')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('common.keepEditing')}
        </Button>
      </Group>
    </Modal>
  );
}
