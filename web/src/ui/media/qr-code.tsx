import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';

const QrDrawing = lazy(async () => ({ default: (await import('./qr-drawing')).QrDrawing }));

/** Pixels; a phone can read it at arm's length. */
const SIDE = 200;

/** A QR code. Its space is reserved while the renderer loads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <Box w={SIDE} h={SIDE}>
      <Suspense>
        <QrDrawing text={text} label={label} />
      </Suspense>
    </Box>
  );
}
