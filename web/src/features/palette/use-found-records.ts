import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import type { UserPageResponse, UserResponse } from '#contract/resources/user';
import { IconPlugConnected, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { useSession } from '../../lib/api/session';
import { currentLanguage } from '../../text';
import { outranks } from '../users/rank';
import { MAX_RESULTS, type PaletteGroup } from './palette.types';

/** An id as lists show it, or its number alone. */
const ID = /^#?(\d{1,15})$/;

/**
 * Channels and users with this text in their names, or this number as their id.
 * @param keyword '' searches nothing
 */
export function useFoundRecords(keyword: string, admin: boolean): PaletteGroup[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const viewer = useSession();
  const number = ID.exec(keyword)?.[1];
  const channels = useSearch<ChannelResponse>('/api/channel/search', keyword, number, admin, get);
  const users = useSearch<UserResponse>('/api/user/search', keyword, number, admin, readUsers);
  const types = useSWR(admin && keyword ? '/api/channel/types' : null, (path: string) =>
    get<ChannelTypeResponse[]>(path),
  );
  const typeName = (type: number) => types.data?.find((one) => one.type === type)?.name[currentLanguage()];
  return [
    {
      label: t('palette.channels'),
      entries: channels.map(({ id, name, type }) => ({
        id: `channel ${id}`,
        label: name,
        description: secondLine(id, typeName(type)),
        icon: IconPlugConnected,
        run: () => void navigate(`/channel/edit/${id}`),
      })),
    },
    {
      label: t('palette.users'),
      entries: users.map((user) => ({
        id: `user ${user.id}`,
        label: user.username,
        description: secondLine(user.id, user.display_name),
        icon: IconUser,
        // The form is only for users that the viewer may manage.
        run: () =>
          void navigate(
            outranks(viewer, user) ? `/user/edit/${user.id}` : withQuery('/user', { keyword: `#${user.id}` }),
          ),
      })),
    },
  ];
}

const readUsers = async (path: string) => (await get<UserPageResponse>(path)).items;

/** The first matches, of which the one with this id is the first. */
function useSearch<R extends { id: number }>(
  path: string,
  keyword: string,
  number: string | undefined,
  admin: boolean,
  read: (path: string) => Promise<R[]>,
): R[] {
  const pathOf = (text: string) =>
    admin && text ? withQuery(path, { keyword: text, p: 1, page_size: MAX_RESULTS }) : null;
  // Among many names that contain the number, the record with that id would not be on the first page.
  const byId = useSWR(pathOf(number === undefined ? '' : `#${number}`), read);
  const byText = useSWR(pathOf(keyword.startsWith('#') && number !== undefined ? '' : keyword), read);
  const rows = [...(byId.data ?? []), ...(byText.data ?? [])];
  const isOfId = (row: R) => String(row.id) === number;
  return [...rows.filter(isOfId), ...rows]
    .filter((row, at, all) => all.findIndex(({ id }) => id === row.id) === at)
    .slice(0, MAX_RESULTS);
}

function secondLine(id: number, about: string | undefined): string {
  return about ? `#${id} · ${about}` : `#${id}`;
}
