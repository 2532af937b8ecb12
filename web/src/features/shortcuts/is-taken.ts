const TYPING =
  'textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';
const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file'];
/** The last selector matches the trigger of a dialog that is still loading. */
const OVER_THE_PAGE =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [aria-haspopup="dialog"][aria-expanded="true"]';

/** True if the key event belongs to a text input or to an overlay such as a dialog or menu. */
export function isTaken({ target, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  if (isComposing || defaultPrevented) return true;
  if (target instanceof HTMLInputElement && !NO_TEXT.includes(target.type)) return true;
  if (target instanceof Element && target.closest(TYPING)) return true;
  return document.querySelector(OVER_THE_PAGE) !== null;
}
