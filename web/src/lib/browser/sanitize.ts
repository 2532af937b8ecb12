import DOMPurify from 'dompurify';
import { kindOfAddress, leadsToOwnApi } from './loadable-address';

/** Whether images of other sites are loaded at once, or only on the reader's request. */
export type RemoteImages = 'load' | 'ask';

/** Marks an image of another site that is not loaded yet; the value is its address. */
export const WAITING_IMAGE = 'data-waiting-image';

/** CSS properties that change a block's appearance but can neither load anything nor move it out of place. */
const STYLE_PROPERTIES = [
  'align-items',
  'background-color',
  'border-collapse',
  'border-radius',
  'border-width',
  'border-style',
  'border-color',
  'color',
  'font-size',
  'font-style',
  'font-weight',
  'gap',
  'height',
  'justify-content',
  'line-height',
  'margin-top',
  'margin-right',
  'margin-bottom',
  'margin-left',
  'max-width',
  'min-width',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'text-align',
  'text-decoration-line',
  'vertical-align',
  'white-space',
  'width',
] as const;
const DISPLAYS = ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'none'];
/** Values that load something, read the console's variables, or use viewport instead of block sizes. */
const OUTSIDE = /url|image|src\s*\(|var\s*\(|env\s*\(|attr\s*\(|\d(d|s|l)?v(w|h|i|b|min|max)\b/i;

const TAGS = (
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn ' +
  'div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark menu nav ' +
  'ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time ' +
  'tr tt u ul var wbr'
).split(' ');
/**
 * Only `href` of links and `src` of images are addresses. `class` is missing, because it would apply the console's
 * styles.
 */
const ATTRIBUTES = (
  'align alt bgcolor border cellpadding cellspacing color colspan datetime dir face headers height href id lang open ' +
  'reversed rowspan scope size span src start style target title type valign value width'
).split(' ');

/**
 * Sanitizes HTML written by an operator or a model: removes everything that runs, takes input, reaches this gateway's API
 * or leaves its block. The caller keeps the block inside its borders (`contain: paint`).
 */
export function sanitizeHtml(html: string, images: RemoteImages): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  for (const element of fragment.querySelectorAll<HTMLElement>('*')) {
    if (element.hasAttribute('style')) keepStyle(element);
    if (element instanceof HTMLAnchorElement) keepLink(element);
    else element.removeAttribute('href');
    if (element instanceof HTMLImageElement) keepImage(element, images);
    else element.removeAttribute('src');
  }
  return fragment;
}

/** Reads the values from the browser's parser, which has resolved escapes and comments. */
function keepStyle(element: HTMLElement): void {
  const allowed = STYLE_PROPERTIES.flatMap((name) => {
    const value = element.style.getPropertyValue(name);
    const leaves = name.startsWith('margin') && value.includes('-');
    return value === '' || leaves || OUTSIDE.test(value) ? [] : [[name, value] as const];
  });
  const { display } = element.style;
  element.removeAttribute('style');
  for (const [name, value] of allowed) element.style.setProperty(name, value);
  if (DISPLAYS.includes(display)) element.style.display = display;
}

function keepLink(link: HTMLAnchorElement): void {
  if (!link.hasAttribute('href')) return;
  link.setAttribute('rel', 'noopener noreferrer');
  if (leadsToOwnApi(link.getAttribute('href') ?? '')) link.removeAttribute('href');
}

function keepImage(image: HTMLImageElement, images: RemoteImages): void {
  const address = image.getAttribute('src') ?? '';
  const kind = kindOfAddress(address);
  if (kind === 'refused') return image.removeAttribute('src');
  image.setAttribute('referrerpolicy', 'no-referrer');
  if (kind !== 'remote' || images === 'load') return;
  image.removeAttribute('src');
  image.setAttribute(WAITING_IMAGE, address);
}
