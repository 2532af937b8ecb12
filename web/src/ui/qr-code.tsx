import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';

const QrDrawing = lazy(async () => ({ default: (await import('./qr-drawing')).QrDrawing }));

/** Pixels; a phone reads it from arm's length. */
const SIDE = 200;

/** A text for a phone's camera. Its room is there before what draws it has come. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <Box w={SIDE} h={SIDE}>
      <Suspense>
        <QrDrawing text={text} label={label} />
      </Suspense>
    </Box>
  );
}
