import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { useLeaveWarning } from '../../lib/interaction/unsaved-input';
import { Modal } from './modal';

export interface UnsavedGuard {
  /** For Esc, Cancel, the close button and clicks outside: asks for confirmation if there are changes. */
  close: () => void;
  /** Closes without confirmation, after the input was saved. */
  leave: () => void;
  /** True while the confirmation is open: the form below must ignore Esc. */
  asking: boolean;
  /** Render inside the form's dialog. */
  question: ReactNode;
}

/**
 * Prevents unsaved input from being discarded by closing the dialog, by navigation or by leaving the site.
 * @param changed true if the form differs from its initial values
 * @param onClose closes the dialog; may navigate
 * @param pageGuards the page has a blocker of its own. The router consults only the last blocker, so this one is
 * mounted only while the form has changes.
 */
export function useUnsavedGuard(changed: boolean, onClose: () => void, pageGuards = false): UnsavedGuard {
  const [asking, setAsking] = useState(false);
  /** The blocked navigation, while its confirmation is open. */
  const [held, setHeld] = useState<Held>();
  const leaving = useRef(false);
  const unsaved = useRef(changed);
  // Updated with each keystroke, because the router registers a new blocker only later.
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

  useLeaveWarning(changed);
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
