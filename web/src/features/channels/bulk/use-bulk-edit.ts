import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ChannelsChange } from '#contract/resources/channels/channel-bulk';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { showUndo } from '../../../lib/interaction/undo-toast';
import { toast } from '../../../lib/interaction/toast';
import { useAction } from '../../../lib/interaction/use-action';
import { useSteady } from '../../../lib/interaction/use-steady';
import type { BulkChanges } from './bulk-changes';

/** Many channels with long lists of models. */
const TIMEOUT_MS = 60_000;

/** Changes selected channels by one request, and offers to undo it. */
export function useBulkEdit(refresh: () => Promise<void>, select: (channels: ChannelResponse[]) => void) {
  const { t } = useTranslation();
  const restore = useAction(send, async () => {
    toast.success(t('common.done'));
    await refresh();
  });
  // The toast outlives the render in which it was shown.
  const steady = useSteady({ undo: restore.run });
  const edit = useAction(
    ({ changes }: Pick<BulkChanges, 'changes' | 'undo'>) => send(changes),
    async (n, { undo }) => {
      select([]);
      showUndo({
        id: 'change',
        message: t('channel.edit.done', { n }),
        onUndo: () => void steady.undo(undo),
      });
      await refresh();
    },
  );
  return edit;
}

async function send(changes: readonly ChannelsChange[]): Promise<number> {
  const { data } = await call<number>('PUT', '/api/channel/batch', {
    body: { changes },
    timeoutMs: TIMEOUT_MS,
  });
  return data;
}
