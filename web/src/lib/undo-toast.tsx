import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Milliseconds in which something can be taken back. */
const LIFE = 6000;

interface UndoToast {
  id: string;
  message: string;
  onUndo: () => void;
  /** The time is over, or the toast was put away. Not after `onUndo`. */
  onExpire?: () => void;
}

/** Says what was done, with the way back. Waits while it is pointed at; a newer toast of the same id takes its place. */
export function showUndo({ id, message, onUndo, onExpire }: UndoToast): void {
  let undone = false;

  function undo() {
    undone = true;
    notifications.hide(id);
    onUndo();
  }

  notifications.hide(id);
  notifications.show({
    id,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span style={{ overflowWrap: 'anywhere' }}>{message}</span>
        <Button size="compact-sm" variant="light" style={{ flex: 'none' }} onClick={undo}>
          {i18next.t('common.undo')}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: LIFE,
    withAutoCloseProgress: true,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    // The store forgets what is shown while it is closing a toast: later, then.
    onClose: () => queueMicrotask(() => !undone && onExpire?.()),
  });
}

export function hideUndo(id: string): void {
  notifications.hide(id);
}
