import { Tooltip } from '@mantine/core';
import { useId, useLayoutEffect, useState } from 'react';

interface HintBoxProps {
  target: HTMLElement;
  opened: boolean;
}

/** A tooltip for an element that is not its child; it follows changes of the element's hint. */
export function HintBox({ target, opened }: HintBoxProps) {
  const id = useId();
  // Keeps the last text while the tooltip fades out.
  const [{ text, hasHint }, setHint] = useState({ text: '', hasHint: false });

  useLayoutEffect(() => {
    if (!opened) return undefined;
    const read = () => {
      const now = target.isConnected ? target.dataset.hint : undefined;
      setHint((before) => {
        const text = now ?? before.text;
        const hasHint = now !== undefined;
        return text === before.text && hasHint === before.hasHint ? before : { text, hasHint };
      });
    };
    const observer = new MutationObserver(read);
    observer.observe(target, { attributeFilter: ['data-hint'] });
    // The target can be removed together with its row.
    observer.observe(document.body, { childList: true, subtree: true });
    target.setAttribute('aria-describedby', id);
    read();
    return () => {
      observer.disconnect();
      target.removeAttribute('aria-describedby');
    };
  }, [target, opened, id]);

  return <Tooltip target={target} opened={opened && hasHint} label={<span id={id}>{text}</span>} />;
}
