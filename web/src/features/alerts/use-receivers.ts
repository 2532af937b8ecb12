import { ACCOUNT_RECEIVER, type AlertsResponse } from '#contract/resources/alert';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../text/localized';
import { useNotificationChannels } from '../personal/use-notification-channels';

/** What a rule can use: the account of the super administrator, and the notification channels that were set up for alerts. */
export function useReceivers({
  targets,
}: Pick<AlertsResponse, 'targets'>): { value: string; label: string }[] {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { channels } = useNotificationChannels();
  const nameOf = (id: string) => {
    const name = channels?.find((channel) => channel.id === id)?.name;
    return name ? localized(name) : id;
  };
  return [
    { value: ACCOUNT_RECEIVER, label: t('alerts.receivers.account') },
    ...targets.map(({ channel }) => ({ value: channel, label: nameOf(channel) })),
  ];
}
