import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { TokenResponse } from '#contract/resources/token';
import { requestIdIn } from '#contract/request-id';
import type { UserPageResponse } from '#contract/resources/user';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconKey, IconPlugConnected, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { findUserTokens, pathOfUserToken } from '../user-tokens/use-user-tokens';
import type { PaletteEntry } from './palette.types';

const PAUSE_MS = 250;
const MAX_RESULTS = 5;
/** A whole API key. It is searched for in the body of a request, which no log has. */
const KEY = /^sk-\w{16,}$/;

/**
 * Tokens, channels and users whose names contain the query, requested after a pause in typing; or the request whose id is in it,
 * as in a pasted error message.
 */
export function useFound(query: string): { label: string; entries: PaletteEntry[] }[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const admin = isAdmin(useSession());
  const [keyword] = useDebouncedValue(query.trim(), PAUSE_MS);
  const requestId = requestIdIn(keyword);
  const isKey = KEY.test(keyword);
  const ask = (path: string, who = true) => (keyword && !requestId && !isKey && who ? path : null);

  const tokens = useSWR(ask(withQuery('/api/token/search', { keyword })), (path: string) =>
    get<TokenResponse[]>(path),
  );
  const channels = useSWR(ask(withQuery('/api/channel/search', { keyword }), admin), (path: string) =>
    get<ChannelResponse[]>(path),
  );
  const users = useSWR(
    ask(withQuery('/api/user/search', { keyword, p: 1, page_size: MAX_RESULTS }), admin),
    (path: string) => get<UserPageResponse>(path),
  );
  const holders = useSWR(
    admin && isKey ? ['/api/user-tokens/find', keyword] : null,
    ([, key]: [string, string]) => findUserTokens(key),
  );
  if (!keyword) return [];
  if (isKey)
    return [
      {
        label: t('palette.userTokens'),
        entries: (holders.data ?? []).map((token) => ({
          id: `user token ${token.id}`,
          label: t('palette.tokenOfKey', { name: token.name, owner: token.username }),
          description: token.masked_key,
          icon: IconKey,
          run: () => void navigate(pathOfUserToken(token)),
        })),
      },
    ];
  if (requestId)
    return [
      {
        label: t('palette.logs'),
        entries: [
          {
            id: 'log of request',
            label: t('palette.logsOfRequest'),
            description: requestId,
            icon: IconHistory,
            run: () => void navigate(withQuery('/log', { request_id: requestId })),
          },
        ],
      },
    ];
  return [
    {
      label: t('palette.tokens'),
      entries: (tokens.data ?? []).slice(0, MAX_RESULTS).map(({ id, name }) => ({
        id: `token ${id}`,
        label: name,
        icon: IconKey,
        run: () => void navigate(`/token/edit/${id}`),
      })),
    },
    {
      label: t('palette.channels'),
      entries: (channels.data ?? []).slice(0, MAX_RESULTS).map(({ id, name }) => ({
        id: `channel ${id}`,
        label: name,
        description: `#${id}`,
        icon: IconPlugConnected,
        run: () => void navigate(`/channel/edit/${id}`),
      })),
    },
    {
      label: t('palette.users'),
      entries: (users.data?.items ?? []).slice(0, MAX_RESULTS).map(({ id, username, display_name }) => ({
        id: `user ${id}`,
        label: username,
        description: display_name,
        icon: IconUser,
        run: () => void navigate(`/user/edit/${id}`),
      })),
    },
    {
      label: t('palette.logs'),
      entries: [
        {
          id: 'log of model',
          label: t('palette.logsOfModel', { name: keyword }),
          icon: IconHistory,
          run: () => void navigate(withQuery('/log', { model_name: keyword })),
        },
      ],
    },
  ];
}
