import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/api';
import { toast } from '../interaction/toast';
import { hideUndo, showUndo } from '../interaction/undo-toast';
import { messageOf } from '../interaction/use-action';
import type { List } from './use-list';

/** Deletions that can still be undone: from the row's API path to the function that sends the call. */
const waiting = new Map<string, () => Promise<void>>();

async function send(path: string): Promise<void> {
  const perform = waiting.get(path);
  waiting.delete(path);
  await perform?.();
}

/** Sends all pending deletions; called before the list, the page or the session is left. */
export async function sendRemovals(): Promise<void> {
  await Promise.all(
    [...waiting.keys()].map((path) => {
      const sent = send(path);
      hideUndo(path);
      return sent;
    }),
  );
}

addEventListener('pagehide', () => void sendRemovals());

interface RemovalOptions<T> {
  list: Pick<List<T>, 'hideRow' | 'showRow' | 'refresh'>;
  /** Path of the DELETE call. */
  pathOf: (row: T) => string;
  nameOf: (row: T) => string;
  /** Called once the row is hidden. */
  onHidden?: (row: T) => void;
}

/**
 * Deletes a row of a list: hidden at once, deleted after a few seconds unless undone. If the server rejects it, the row
 * returns.
 */
export function useRemoval<T extends { id: number }>(options: RemovalOptions<T>) {
  const { list, pathOf, nameOf, onHidden } = options;
  const { t } = useTranslation();

  useEffect(() => () => void sendRemovals(), []);

  return function remove(row: T): void {
    const path = pathOf(row);
    list.hideRow(row.id);
    onHidden?.(row);
    waiting.set(path, async () => {
      try {
        await call<null>('DELETE', path, { keepalive: true });
        toast.success(t('common.done'));
        await list.refresh();
      } catch (problem) {
        toast.error(messageOf(problem));
      } finally {
        list.showRow(row.id);
      }
    });
    showUndo({
      id: path,
      message: t('common.deleted', { name: nameOf(row) }),
      onUndo() {
        waiting.delete(path);
        list.showRow(row.id);
      },
      onExpire: () => void send(path),
    });
  };
}
