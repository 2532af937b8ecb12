import type { AlertResponse, AlertRule, AlertsResponse } from '#contract/resources/alert';
import type { NoticeTargetRequest } from '#contract/resources/notification-channel';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
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
  const read = async () => void (await mutate());
  const route = useAction(async (rule: AlertRule, notify: readonly string[]) => {
    // Shown at once: the next choice starts from it.
    await mutate(
      (now) =>
        now && {
          ...now,
          rules: now.rules.map((one) => (one.rule === rule ? { ...one, notify: [...notify] } : one)),
        },
      { revalidate: false },
    );
    try {
      await call('PUT', `${PATH}/rule`, { body: { rule, notify } });
    } finally {
      await mutate();
    }
  });
  const saveTarget = useAction(
    (target: NoticeTargetRequest) => call('PUT', `${PATH}/target`, { body: target }),
    async () => {
      toast.success(t('alerts.targets.saved'));
      await mutate();
    },
  );
  const removeTarget = useAction(
    (channel: string) => call('DELETE', withQuery(`${PATH}/target`, { notify_type: channel })),
    read,
  );
  const testTarget = useAction(
    (channel: string) => call('POST', `${PATH}/target/test`, { body: { notify_type: channel } }),
    t('alerts.targets.tested'),
  );
  return { state: data, error, refresh: mutate, mute, route, saveTarget, removeTarget, testTarget };
}

export type AlertActions = Omit<ReturnType<typeof useAlerts>, 'state' | 'error' | 'refresh'>;
