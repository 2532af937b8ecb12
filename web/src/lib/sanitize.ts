/** Tags an operator may use in texts of the site, with the attributes kept on them. */
const TAGS: Record<string, readonly string[]> = {
  A: ['href', 'title', 'target'],
  IMG: ['src', 'alt', 'title', 'width', 'height'],
  ...Object.fromEntries(
    'P BR HR DIV SPAN B STRONG I EM U S SMALL SUB SUP UL OL LI H1 H2 H3 H4 H5 H6 CODE PRE BLOCKQUOTE TABLE THEAD TBODY TR TH TD CENTER'
      .split(' ')
      .map((tag) => [tag, [] as readonly string[]]),
  ),
};
const DROPPED = new Set([
  'SCRIPT',
  'STYLE',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'TEMPLATE',
  'NOSCRIPT',
  'SVG',
  'MATH',
  'LINK',
]);
const SAFE_URL = /^(https?:|mailto:|\/(?!\/)|#)/i;

/**
 * HTML written by an operator, rebuilt from an allow list. Nodes, not text, come back: nothing is parsed a second
 * time, so nothing can change its meaning on the way.
 */
export function sanitizeHtml(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const result = document.createDocumentFragment();
  copyChildren(parsed.body, result);
  return result;
}

function copyChildren(from: Node, to: Node): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(child.textContent ?? ''));
    else if (child instanceof Element) copyElement(child, to);
  }
}

function copyElement(element: Element, to: Node): void {
  const tag = element.tagName.toUpperCase();
  if (DROPPED.has(tag)) return;
  const attributes = TAGS[tag];
  if (!attributes) return copyChildren(element, to);
  const copy = document.createElement(tag);
  for (const name of ['style', 'class', ...attributes]) copyAttribute(element, copy, name);
  if (tag === 'A') copy.setAttribute('rel', 'noopener noreferrer');
  copyChildren(element, copy);
  to.appendChild(copy);
}

function copyAttribute(from: Element, to: Element, name: string): void {
  const value = from.getAttribute(name);
  if (value === null) return;
  if ((name === 'href' || name === 'src') && !SAFE_URL.test(value.trim())) return;
  to.setAttribute(name, value);
}
