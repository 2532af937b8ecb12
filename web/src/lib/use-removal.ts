import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from './api';
import { toast } from './toast';
import { hideUndo, showUndo } from './undo-toast';
import { messageOf } from './use-action';
import type { List } from './use-list';

/** Deletions that can still be taken back: path of the thing, and what sends the call. */
const waiting = new Map<string, () => Promise<void>>();

async function send(path: string): Promise<void> {
  const perform = waiting.get(path);
  waiting.delete(path);
  await perform?.();
}

/** Before a list, the page or the session is left: what was deleted there is deleted. */
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
  /** Where a DELETE removes it. */
  pathOf: (row: T) => string;
  nameOf: (row: T) => string;
  /** The row is out of sight. */
  onHidden?: (row: T) => void;
}

/** Deletes a row of a list: gone at once, taken back for a few seconds, then for good. A refusal brings it back. */
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
