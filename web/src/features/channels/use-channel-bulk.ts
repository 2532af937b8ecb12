import { ChannelStatus } from '#contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import type { TagRow } from './channel-rows';
import type { ChannelResponse, UpdateChannelTagRequest } from '#contract/resources/channels/channel';

/** What a channel can be set to by hand. */
export type ManualStatus = typeof ChannelStatus.enabled | typeof ChannelStatus.disabled;

/** Bulk operations on many channels can take long. */
const BULK_TIMEOUT_MS = 120_000;

/** Actions on many channels; `refresh` reloads the list. */
export function useChannelBulk(refresh: () => Promise<void>) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<ChannelResponse[]>([]);
  const ids = selected.map(({ id }) => id);
  const counted = (method: 'POST' | 'DELETE', path: string, body?: object) =>
    call<number>(method, path, { timeoutMs: BULK_TIMEOUT_MS, ...(body && { body }) });

  async function finish(message: string) {
    toast.success(message);
    setSelected([]);
    await refresh();
  }

  const removeDisabled = useAction(
    () => counted('DELETE', '/api/channel/disabled'),
    ({ data: n }) => finish(t('channel.disabledDeleted', { n })),
  );
  const removeSelected = useAction(
    () => counted('POST', '/api/channel/batch', { ids }),
    ({ data: n }) => finish(t('channel.selectedDeleted', { n })),
  );
  const tagSelected = useAction(
    (tag: string) => counted('POST', '/api/channel/batch/tag', { ids, tag }),
    ({ data: n }) => finish(t('channel.selectedTagged', { n })),
  );
  const fix = useAction(
    () => counted('POST', '/api/channel/fix'),
    ({ data: n }) => finish(t('channel.fixed', { n })),
  );

  return {
    removeDisabled,
    removeSelected,
    tagSelected,
    fix,
    selection: { rows: selected, set: setSelected },
  };
}

/** Actions on all channels of a tag. */
export function useTags(refresh: () => Promise<void>) {
  const { t } = useTranslation();

  const setTagStatus = useAction(
    ({ tag }: TagRow, status: ManualStatus) =>
      call<null>('POST', `/api/channel/tag/${status === ChannelStatus.enabled ? 'enabled' : 'disabled'}`, {
        body: { tag },
      }),
    async () => {
      toast.success(t('common.done'));
      await refresh();
    },
  );
  const setTagNumber = useAction(
    ({ tag }: TagRow, field: 'priority' | 'weight', value: number) =>
      call<null>('PUT', '/api/channel/tag', { body: { tag, [field]: value } }),
    async () => {
      toast.success(t('channel.tagNumberSaved'));
      await refresh();
    },
  );
  const editTag = useAction(
    (change: UpdateChannelTagRequest) => call<null>('PUT', '/api/channel/tag', { body: change }),
    async () => {
      toast.success(t('tagForm.saved'));
      await refresh();
    },
  );

  return { setTagStatus, setTagNumber, editTag };
}
