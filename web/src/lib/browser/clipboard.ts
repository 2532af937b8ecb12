import i18next from 'i18next';
import { toast } from '../interaction/toast';

type Listener = (text: string) => void;
let fallback: Listener | undefined;

/** Registers the dialog that shows a text that could not be copied. */
export function onCopyFailed(listener: Listener): () => void {
  fallback = listener;
  return () => {
    fallback = undefined;
  };
}

/** Copies the text and shows it in a toast, or opens a dialog for manual copying. Pass `message` for secrets. */
export async function copyText(text: string, message?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (refused) {
    // The clipboard API is unavailable on plain http; the old command still works there.
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
