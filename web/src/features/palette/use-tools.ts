import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import type { ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import { get } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { useMoney } from '../../lib/api/use-status';
import { useLocalized } from '../../text/localized';
import type { Tools } from './objects/tools';

/** @param used whether names of channel types may be needed, which are read for administrators then */
export function useTools(used: boolean): Tools {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const viewer = useSession();
  const admin = isAdmin(viewer);
  const money = useMoney();
  const localized = useLocalized();
  // Read here: SWR renders again only for what a component has read.
  const { data: types } = useSWR(
    admin && used ? '/api/channel/types' : null,
    (path: string) => get<ChannelTypeResponse[]>(path),
    { revalidateIfStale: false, revalidateOnFocus: false },
  );
  return {
    t,
    viewer,
    admin,
    money,
    navigate: (path) => void navigate(path),
    typeName(type) {
      const found = types?.find((one) => one.type === type);
      return found && localized(found.name);
    },
  };
}
