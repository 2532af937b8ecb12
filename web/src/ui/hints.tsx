import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/online';
import { useHinted } from './use-hinted';

const HintBox = lazyPart(async () => (await import('./hint-box')).HintBox);

/** Mounted once: the tooltip of everything that has a `hint`. */
export function Hints() {
  const target = useHinted();
  // Stays where it was while it goes.
  const [last, setLast] = useState<HTMLElement>();
  if (target && target !== last) setLast(target);
  if (!last) return null;
  return (
    <Suspense fallback={null}>
      <HintBox target={last} opened={target !== undefined} />
    </Suspense>
  );
}
