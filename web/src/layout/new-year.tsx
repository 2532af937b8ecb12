import { Menu, UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import confetti from 'canvas-confetti';
import { useTranslation } from 'react-i18next';
import { hasUnsavedInput } from '../lib/interaction/unsaved-input';

const SHOW_MS = 3000;
const RELOAD_AFTER_MS = 10_000;
const BURST_MS = 400;

/** A New Year greeting, with confetti unless the user prefers reduced motion. */
export function NewYear({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const still = useReducedMotion();

  function celebrate() {
    if (still) return;
    // The default is a worker of a `blob:` URL, which the Content Security Policy forbids.
    const burst = confetti.create(undefined, { resize: true, useWorker: false });
    const bursts = setInterval(() => void burst({ origin: { x: Math.random(), y: 0.4 } }), BURST_MS);
    setTimeout(() => {
      clearInterval(bursts);
      setTimeout(() => {
        if (!hasUnsavedInput()) location.reload();
      }, RELOAD_AFTER_MS);
    }, SHOW_MS);
  }

  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={className} aria-label={t('nav.newYear')}>
          🎉
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={celebrate}>Happy New Year!!!</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
