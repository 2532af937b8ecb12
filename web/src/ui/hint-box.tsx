import { Tooltip } from '@mantine/core';
import { useId, useLayoutEffect, useState } from 'react';

interface HintBoxProps {
  target: HTMLElement;
  opened: boolean;
}

/** A tooltip for an element that is not its child; it says what the element's hint says at the moment. */
export function HintBox({ target, opened }: HintBoxProps) {
  const id = useId();
  // Without a hint the last one stays to be read while the tooltip goes.
  const [{ text, given }, setHint] = useState({ text: '', given: false });

  useLayoutEffect(() => {
    if (!opened) return undefined;
    const read = () => {
      const now = target.isConnected ? target.dataset.hint : undefined;
      setHint((before) => {
        const text = now ?? before.text;
        const given = now !== undefined;
        return text === before.text && given === before.given ? before : { text, given };
      });
    };
    const observer = new MutationObserver(read);
    observer.observe(target, { attributeFilter: ['data-hint'] });
    // The row it belongs to may go.
    observer.observe(document.body, { childList: true, subtree: true });
    target.setAttribute('aria-describedby', id);
    read();
    return () => {
      observer.disconnect();
      target.removeAttribute('aria-describedby');
    };
  }, [target, opened, id]);

  return <Tooltip target={target} opened={opened && given} label={<span id={id}>{text}</span>} />;
}
