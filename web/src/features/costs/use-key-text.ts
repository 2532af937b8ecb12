import type { CostDimension } from '#contract/resources/costs/costs';
import type { ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { useLocalized } from '../../text/localized';

export type KeyText = (
  dimension: CostDimension,
  key: string | null,
  names: Readonly<Record<string, string>>,
) => string;

/** Returns what a value of a dimension is called. */
export function useKeyText(): KeyText {
  const { t } = useTranslation();
  const localized = useLocalized();
  const admin = isAdmin(useSession());
  const types = useSWR<ChannelTypeResponse[], unknown>(
    admin ? '/api/channel/types' : null,
    (path: string) => get<ChannelTypeResponse[]>(path),
    { revalidateIfStale: false, revalidateOnFocus: false },
  ).data;
  return (dimension, key, names) => {
    if (key === null) return t('costs.others');
    switch (dimension) {
      case 'day':
        return dayjs.unix(Number(key)).format('YYYY-MM-DD');
      case 'hour':
        return dayjs.unix(Number(key)).format('MM-DD HH:00');
      case 'provider': {
        const type = types?.find((one) => String(one.type) === key);
        return type ? localized(type.name) : `#${key}`;
      }
      case 'channel':
      case 'user':
      case 'token':
        return names[key] ?? (key === '0' ? t('costs.none') : `#${key}`);
      default:
        return key === '' ? t('costs.unknown') : key;
    }
  };
}
