import { Suspense, useEffect, useState } from 'react';
import { onCopyFailed } from '../../lib/browser/clipboard';
import { lazyPart } from '../../lib/browser/online';

const CopyDialog = lazyPart(async () => (await import('./copy-dialog')).CopyDialog);

/** Mounted once: shows a text that could not be copied to the clipboard, for manual copying. */
export function CopyFallback() {
  const [text, setText] = useState<string>();
  useEffect(() => onCopyFailed(setText), []);
  if (text === undefined) return null;
  return (
    <Suspense fallback={null}>
      <CopyDialog text={text} onClose={() => setText(undefined)} />
    </Suspense>
  );
}
