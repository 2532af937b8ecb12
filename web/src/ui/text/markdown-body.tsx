import { marked, type Token } from 'marked';
import { memo, useMemo } from 'react';
import type { RemoteImages } from '../../lib/browser/sanitize';
import { CodeBlock } from './code-block';
import { Html } from './html';
import classes from './markdown.module.css';

/** Renders block by block, so that a growing text renders only its last block again. */
export function MarkdownBody({ text, images }: { text: string; images: RemoteImages }) {
  const blocks = useMemo(() => marked.lexer(text, { gfm: true, breaks: true }), [text]);
  return (
    <div className={classes.markdown}>
      {blocks.map((block, index) => (
        // Blocks have no identity other than their position.
        <Block key={index} raw={block.raw} block={block} images={images} />
      ))}
    </div>
  );
}

interface BlockProps {
  raw: string;
  block: Token;
  images: RemoteImages;
}

const Block = memo(
  function Block({ block, images }: BlockProps) {
    if (block.type === 'space') return null;
    if (isCode(block)) return <CodeBlock code={block.text} language={block.lang ?? ''} />;
    return <Html html={marked.parser([block])} images={images} />;
  },
  (before, after) =>
    before.raw === after.raw && before.block.type === after.block.type && before.images === after.images,
);

function isCode(block: Token): block is Token & { text: string; lang?: string } {
  return block.type === 'code';
}
