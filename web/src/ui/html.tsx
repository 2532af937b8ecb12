import { useLayoutEffect, useRef } from 'react';
import { sanitizeHtml } from '../lib/sanitize';

interface HtmlProps {
  html: string;
  className?: string | undefined;
}

/** HTML somebody else wrote, sanitised; nodes are put in place, no text is parsed a second time. */
export function Html({ html, className }: HtmlProps) {
  const target = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => target.current?.replaceChildren(sanitizeHtml(html)), [html]);
  return <div ref={target} className={className} />;
}
