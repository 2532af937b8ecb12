import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/browser/online';
import { useHinted } from './use-hinted';

const HintBox = lazyPart(async () => (await import('./hint-box')).HintBox);

/** Mounted once: shows the tooltip of the element with a `hint` that is hovered, focused or touched. */
export function Hints() {
  const target = useHinted();
  // Keeps the position while the tooltip fades out.
  const [last, setLast] = useState<HTMLElement>();
  if (target && target !== last) setLast(target);
  if (!last) return null;
  return (
    <Suspense fallback={null}>
      <HintBox target={last} opened={target !== undefined} />
    </Suspense>
  );
}
