const TYPING =
  'textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';
const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file'];
/** The last: a dialog that was asked for and is still being loaded. */
const OVER_THE_PAGE =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [aria-haspopup="dialog"][aria-expanded="true"]';

/** Does the key belong to somebody else: to a text that is typed, or to what is open over the page? */
export function isTaken({ target, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  if (isComposing || defaultPrevented) return true;
  if (target instanceof HTMLInputElement && !NO_TEXT.includes(target.type)) return true;
  if (target instanceof Element && target.closest(TYPING)) return true;
  return document.querySelector(OVER_THE_PAGE) !== null;
}
