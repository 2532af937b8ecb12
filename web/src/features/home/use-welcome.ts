import { useEffect } from 'react';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import { useNotice } from './use-notice';

/** Shows the operator's notice once per text; it stays until it is closed. */
export function useWelcome(): void {
  const { unread, error, show } = useNotice();
  useEffect(() => {
    if (unread) show();
  });
  useEffect(() => {
    if (error !== undefined) toast.error(messageOf(error));
  }, [error]);
}
