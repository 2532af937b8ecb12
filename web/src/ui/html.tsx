import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RemoteImages, sanitizeHtml, WAITING_IMAGE } from '../lib/sanitize';
import classes from './html.module.css';

interface HtmlProps {
  html: string;
  /** What happens to images of other sites: an operator's are loaded, a model's wait for the reader. */
  images: RemoteImages;
  className?: string | undefined;
}

/** HTML somebody else wrote, sanitised; nodes are put in place, no text is parsed a second time. */
export function Html({ html, images, className }: HtmlProps) {
  const { t } = useTranslation();
  const target = useRef<HTMLDivElement>(null);
  /** Addresses the reader asked for: they stay when the text grows. */
  const wanted = useRef(new Set<string>());
  useLayoutEffect(() => {
    const fragment = sanitizeHtml(html, images);
    for (const image of fragment.querySelectorAll<HTMLImageElement>(`img[${WAITING_IMAGE}]`)) {
      const address = image.getAttribute(WAITING_IMAGE) ?? '';
      image.removeAttribute(WAITING_IMAGE);
      const show = () => {
        wanted.current.add(address);
        image.src = address;
      };
      if (wanted.current.has(address)) show();
      else
        image.replaceWith(placeholder(image, t('common.showRemoteImage', { host: hostOf(address) }), show));
    }
    target.current?.replaceChildren(fragment);
  }, [html, images, t]);
  return <div ref={target} className={className} />;
}

/** A button in the place of an image; the image takes its place back when it is pressed. */
function placeholder(image: HTMLImageElement, label: string, show: () => void): HTMLElement {
  const button = image.ownerDocument.createElement('button');
  button.type = 'button';
  button.className = classes.waiting ?? '';
  button.textContent = image.alt ? `${image.alt} · ${label}` : label;
  button.addEventListener('click', (event) => {
    // Inside a link it would be followed.
    event.preventDefault();
    show();
    button.replaceWith(image);
  });
  return button;
}

function hostOf(address: string): string {
  return new URL(address, location.href).host;
}
