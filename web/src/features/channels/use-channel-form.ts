import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api';
import { toast } from '../../lib/toast';
import { useAction } from '../../lib/use-action';
import type { Channel, ChannelInput } from './channel.types';

/** The channel under edit, fresh from the server. */
export function useChannel(id: number | undefined) {
  return useSWR<Channel, unknown>(
    id === undefined ? null : `/api/channel/${id}`,
    (path: string) => get<Channel>(path),
    { revalidateOnFocus: false },
  );
}

/** Model names the server knows: all of them, and by channel type. */
export function useKnownModels() {
  const all = useSWR('/api/channel/models', (path: string) => get<{ id: string }[]>(path));
  const byType = useSWR('/api/models', (path: string) => get<Record<string, string[]>>(path));
  return { all: [...new Set((all.data ?? []).map(({ id }) => id))], byType: byType.data };
}

export function useChannelWrites(onWritten: () => Promise<void>) {
  const { t } = useTranslation();
  const create = useAction(
    (input: ChannelInput) => call<null>('POST', '/api/channel/', { body: input }),
    async () => {
      toast.success(t('channel.created'));
      await onWritten();
    },
  );
  const update = useAction(
    (id: number, input: ChannelInput) => call<Channel>('PUT', '/api/channel/', { body: { id, ...input } }),
    async () => {
      toast.success(t('channel.updated'));
      await onWritten();
    },
  );
  return { create, update };
}
