import type { NotificationChannelResponse } from '#contract/resources/notification-channel';
import useSWR from 'swr';
import { get } from '../../lib/api/api';

/** The ways to receive notices. They only change with a release, so they are loaded once. */
export function useNotificationChannels() {
  const { data, error, mutate } = useSWR<NotificationChannelResponse[], unknown>(
    '/api/user/setting/channels',
    (path: string) => get<NotificationChannelResponse[]>(path),
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  return { channels: data, error, retry: () => void mutate() };
}
