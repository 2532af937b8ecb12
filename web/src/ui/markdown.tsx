import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { RemoteImages } from '../lib/sanitize';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body')).MarkdownBody }));

interface MarkdownProps {
  text: string;
  /** `ask` where the writer is not the operator: the address of an image can carry the conversation to its host. */
  images?: RemoteImages;
}

/** Markdown (HTML inside is kept, sanitised), with a copy button on code. Its parser is loaded with the first text. */
export function Markdown({ text, images = 'load' }: MarkdownProps) {
  return (
    <Suspense fallback={<Skeleton h={20} maw={480} />}>
      <MarkdownBody text={text} images={images} />
    </Suspense>
  );
}
