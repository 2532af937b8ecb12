import type { AlertResponse, AlertsResponse } from '#contract/resources/alert';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';

const PATH = '/api/alerts';
/** The rules are checked every 15 seconds. */
const REFRESH_MS = 10_000;

/** State of the rules, read again while the page is visible. */
export function useAlerts() {
  const { t } = useTranslation();
  const { data, error, mutate } = useSWR<AlertsResponse, Error>(PATH, (path: string) => get(path), {
    refreshInterval: REFRESH_MS,
  });
  const mute = useAction(
    ({ rule, channel_id }: AlertResponse, minutes: number) =>
      call('POST', `${PATH}/mute`, { body: { rule, channel_id, minutes } }),
    async (_result, _alert, minutes) => {
      toast.success(t(minutes === 0 ? 'alerts.unmuted' : 'alerts.muted'));
      await mutate();
    },
  );
  return { state: data, error, refresh: mutate, mute };
}
