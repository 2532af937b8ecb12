import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body')).MarkdownBody }));

/** Markdown (HTML inside is kept, sanitised), with a copy button on code. Its parser is loaded with the first text. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton h={20} maw={480} />}>
      <MarkdownBody text={text} />
    </Suspense>
  );
}
