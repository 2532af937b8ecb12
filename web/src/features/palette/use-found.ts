import { requestIdIn } from '#contract/request-id';
import type { TokenResponse } from '#contract/resources/token';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { findUserTokens, pathOfUserToken } from '../user-tokens/use-user-tokens';
import { MAX_RESULTS, type PaletteGroup } from './palette.types';
import { useFoundModels } from './use-found-models';
import { useFoundRecords } from './use-found-records';

const PAUSE_MS = 250;
/** A whole API key. It is searched for in the body of a request, which no log has. */
const KEY = /^sk-\w{16,}$/;

/**
 * What the query finds, requested after a pause in typing: tokens by name, models by name, and for administrators channels and
 * users by id and name; or the request whose id is in it, as in a pasted error message; or the token with that key.
 */
export function useFound(query: string): PaletteGroup[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const admin = isAdmin(useSession());
  const [keyword] = useDebouncedValue(query.trim(), PAUSE_MS);
  const requestId = requestIdIn(keyword);
  const isKey = KEY.test(keyword);
  const searched = requestId || isKey ? '' : keyword;

  const tokens = useSWR(
    searched ? withQuery('/api/token/search', { keyword: searched }) : null,
    (path: string) => get<TokenResponse[]>(path),
  );
  const holders = useSWR(
    admin && isKey ? ['/api/user-tokens/find', keyword] : null,
    ([, key]: [string, string]) => findUserTokens(key),
  );
  const records = useFoundRecords(searched, admin);
  const models = useFoundModels(searched, admin);
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
    ...records,
    ...models,
  ];
}
