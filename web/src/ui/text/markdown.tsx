import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { RemoteImages } from '../../lib/browser/sanitize';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body')).MarkdownBody }));

interface MarkdownProps {
  text: string;
  /** `ask` for content not written by the operator: an image URL could send the conversation to its host. */
  images?: RemoteImages;
}

/** Markdown with sanitized HTML and a copy button on code. The parser is loaded with the first text. */
export function Markdown({ text, images = 'load' }: MarkdownProps) {
  return (
    <Suspense fallback={<Skeleton h={20} maw={480} />}>
      <MarkdownBody text={text} images={images} />
    </Suspense>
  );
}
