import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { ReactNode } from 'react';

/** Milliseconds until a toast closes, by kind. */
const LIFE = { success: 1500, info: 3000, warning: 10_000, error: 5000 } as const;
const COLOR = { success: 'green', info: 'blue', warning: 'yellow', error: 'red' } as const;

/** @param message '' shows nothing, see `messageOf` */
function show(kind: keyof typeof LIFE, message: string): void {
  if (message === '') return;
  notifications.show({
    id: `${kind}:${message}`,
    message,
    color: COLOR[kind],
    autoClose: LIFE[kind],
    withBorder: true,
    ...closing(),
  });
}

function closing() {
  return { closeButtonProps: { 'aria-label': i18next.t('common.close') } };
}

/** Stays until it is closed. */
function notice(title: string, message: ReactNode): void {
  notifications.show({
    id: 'notice',
    title,
    message,
    autoClose: false,
    withBorder: true,
    'data-notice': true,
    ...closing(),
  });
}

export const toast = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),
  notice,
};
