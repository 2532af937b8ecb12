import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Milliseconds in which an action can be undone. */
const LIFE = 6000;

interface UndoToast {
  id: string;
  message: string;
  onUndo: () => void;
  /** Called when the toast times out or is closed, but not after `onUndo`. */
  onExpire?: () => void;
}

/** Shows a message with an undo button. The timer pauses on hover; a newer toast of the same id replaces it. */
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
    // Deferred: the store loses toasts that are shown while it closes one.
    onClose: () => queueMicrotask(() => !undone && onExpire?.()),
  });
}

export function hideUndo(id: string): void {
  notifications.hide(id);
}
