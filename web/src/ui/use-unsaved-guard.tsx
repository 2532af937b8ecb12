import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
 */
export function useUnsavedGuard(changed: boolean, onClose: () => void): UnsavedGuard {
  const [asking, setAsking] = useState(false);
  /** Where a link or the back button leads, while the question is open for it. */
  const [held, setHeld] = useState<Held>();
  const leaving = useRef(false);

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
        {changed && <Watch mayLeave={() => leaving.current} onHeld={setHeld} />}
        {open && <Question onStay={stay} onDiscard={discard} />}
      </>
    ),
  };
}

interface Held {
  proceed: () => void;
  reset: () => void;
}

/** Only while there are changes: of several watchers, the router asks the last one alone. */
function Watch({ mayLeave, onHeld }: { mayLeave: () => boolean; onHeld: (held: Held) => void }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !mayLeave() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') onHeld(blocker);
  }, [blocker, onHeld]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
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
