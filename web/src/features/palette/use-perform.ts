import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { toast } from '../../lib/interaction/toast';
import { showUndo } from '../../lib/interaction/undo-toast';
import { messageOf } from '../../lib/interaction/use-action';
import type { Change, ObjectKind } from './palette.types';

/** What pages read about records of a kind, by the beginning of the address. */
const READS: Readonly<Record<ObjectKind, readonly string[]>> = {
  channel: ['/api/channel', '/api/overview'],
  user: ['/api/user', '/api/log', '/api/invitation'],
  token: ['/api/token', '/api/user-tokens'],
  model: [],
  code: ['/api/redemption'],
  request: ['/api/log', '/api/user'],
};

/** Makes a change: with an error toast, or a message that offers to undo it, and the pages behind the palette follow. */
export function usePerform(): (change: Change) => Promise<boolean> {
  const { t } = useTranslation();
  const { mutate } = useSWRConfig();

  function refresh(kind: ObjectKind) {
    const isRead = (prefixes: readonly string[]) => (key: unknown) => {
      const path: unknown = Array.isArray(key) ? key[0] : key;
      return typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix));
    };
    // What the palette found is forgotten: it would be shown until it is read again, and offer what was just done.
    void mutate(isRead(['/api/search']), undefined, { revalidate: true });
    void mutate(isRead(READS[kind]));
  }

  return async function perform({ kind, send, started, done, undo }: Change): Promise<boolean> {
    if (started) toast.info(started);
    try {
      const result = await send();
      const message = typeof done === 'string' ? done : done(result);
      if (undo)
        showUndo({
          id: 'change',
          message,
          onUndo: () => void perform({ kind, send: undo, done: t('common.done') }),
        });
      else toast.success(message);
      return true;
    } catch (problem) {
      toast.error(messageOf(problem));
      return false;
    } finally {
      // After a failure too: a failed test is shown with its channel.
      refresh(kind);
    }
  };
}
