import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RemoteImages, sanitizeHtml, WAITING_IMAGE } from '../../lib/browser/sanitize';
import classes from './html.module.css';

interface HtmlProps {
  html: string;
  /** Whether images from other sites load at once (operator content) or on request (model output). */
  images: RemoteImages;
  className?: string | undefined;
}

/** Third-party HTML, sanitized and inserted as nodes, so that no text is parsed a second time. */
export function Html({ html, images, className }: HtmlProps) {
  const { t } = useTranslation();
  const target = useRef<HTMLDivElement>(null);
  /** Images that the user has requested; they stay visible when the text grows. */
  const requested = useRef(new Set<string>());
  useLayoutEffect(() => {
    const fragment = sanitizeHtml(html, images);
    for (const image of fragment.querySelectorAll<HTMLImageElement>(`img[${WAITING_IMAGE}]`)) {
      const address = image.getAttribute(WAITING_IMAGE) ?? '';
      image.removeAttribute(WAITING_IMAGE);
      const show = () => {
        requested.current.add(address);
        image.src = address;
      };
      if (requested.current.has(address)) show();
      else
        image.replaceWith(placeholder(image, t('common.showRemoteImage', { host: hostOf(address) }), show));
    }
    target.current?.replaceChildren(fragment);
  }, [html, images, t]);
  return <div ref={target} className={className} />;
}

/** A button in place of an image; pressing it loads the image. */
function placeholder(image: HTMLImageElement, label: string, show: () => void): HTMLElement {
  const button = image.ownerDocument.createElement('button');
  button.type = 'button';
  button.className = classes.waiting ?? '';
  button.textContent = image.alt ? `${image.alt} · ${label}` : label;
  button.addEventListener('click', (event) => {
    // A click inside a link must not follow the link.
    event.preventDefault();
    show();
    button.replaceWith(image);
  });
  return button;
}

function hostOf(address: string): string {
  return new URL(address, location.href).host;
}
