import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useRef, useState } from 'react';
import { readText, writeText } from '../../lib/browser/storage';
import { runShortcut, type ShortcutKey, useShortcuts } from '../../lib/browser/use-shortcuts';
import { loadTexts } from '../../text';
import { isTaken } from './is-taken';
import { useDestinations } from './use-destinations';

const STORED = 'shortcuts';
const OFF = 'off';
/** Milliseconds allowed between `g` and the letter of the page. */
const SEQUENCE_MS = 1500;
const PAGE_KEYS = ['/', 'n', 'r', 'j', 'k', 'x', 'e', '?'] as const satisfies ShortcutKey[];

const ShortcutList = lazy(async () => {
  const [{ ShortcutList: List }] = await Promise.all([import('./shortcut-list'), loadTexts(['palette'])]);
  return { default: List };
});

/** Handles single-key shortcuts, except while the user types, while a dialog is open, or when they are disabled. */
export function Shortcuts() {
  const destinations = useDestinations();
  const [enabled, setEnabled] = useState(() => readText(STORED) !== OFF);
  const [listed, setListed] = useState(false);
  const goingSince = useRef(-Infinity);
  // The palette opens the list even when single-key shortcuts are disabled.
  useShortcuts({ '?': () => setListed(true) });

  function press(key: string, event: KeyboardEvent): void {
    const going = event.timeStamp - goingSince.current < SEQUENCE_MS;
    goingSince.current = -Infinity;
    if (!enabled || isTaken(event)) return;
    const pageKey = PAGE_KEYS.find((shortcut) => shortcut === key);
    const destination = going && destinations.find((each) => each.key === key);
    if (destination) destination.go();
    else if (key === 'g') goingSince.current = event.timeStamp;
    else if (pageKey === undefined || !runShortcut(pageKey)) return;
    event.preventDefault();
  }

  const keys = new Set<string>(['g', ...PAGE_KEYS, ...destinations.map(({ key }) => key)]);
  useHotkeys(
    [...keys]
      .flatMap(spellings)
      .map<HotkeyItem>(([hotkey, key]) => [hotkey, (event) => press(key, event), { preventDefault: false }]),
    [],
    true,
  );

  function turn(on: boolean): void {
    setEnabled(on);
    writeText(STORED, on ? undefined : OFF);
  }

  if (!listed) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutList
        destinations={destinations}
        enabled={enabled}
        onEnabled={turn}
        onClose={() => setListed(false)}
      />
    </Suspense>
  );
}

/** Whether a character needs Shift depends on the keyboard layout, so both variants are registered. */
function spellings(key: string): [hotkey: string, key: string][] {
  return /\w/.test(key)
    ? [[key, key]]
    : [
        [key, key],
        [`shift+${key}`, key],
      ];
}
