import i18next from 'i18next';
import { toast } from './toast';

type Listener = (text: string) => void;
let fallback: Listener | undefined;

/** The dialog that shows what could not be copied registers itself here. */
export function onCopyFailed(listener: Listener): () => void {
  fallback = listener;
  return () => {
    fallback = undefined;
  };
}

/** Copies; says what was copied, or shows it for copying by hand. Secrets pass their own `message`. */
export async function copyText(text: string, message?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (refused) {
    // Plain http has no clipboard API; the old command still works there.
    console.warn('The clipboard API refused', refused);
    if (!copyByCommand(text)) {
      fallback?.(text);
      return;
    }
  }
  toast.success(message ?? i18next.t('common.copied', { value: text }));
}

function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.appendChild(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
