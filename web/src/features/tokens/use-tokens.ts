import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api';
import { toast } from '../../lib/toast';
import { useAction } from '../../lib/use-action';
import { useList } from '../../lib/use-list';
import { useRemoval } from '../../lib/use-removal';
import { useRowChange } from '../../lib/use-row-change';
import type { Token, TokenInput, UsableGroups } from './token.types';

const FILTERS = { keyword: '', token: '', status: '' };

export function useTokens() {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<Token[]>([]);
  const list = useList<Token, typeof FILTERS>({
    filters: FILTERS,
    request: ({ page, size, filters }) =>
      filters.keyword || filters.token
        ? { path: withQuery('/api/token/search', filters), whole: true }
        : { path: withQuery('/api/token/', { status: filters.status, p: page - 1, size }) },
  });

  const change = useRowChange({
    list,
    done: t('common.done'),
    send: async (token, { status }) => (await switchToken(token, status === 1 ? 1 : 2)).data,
    canUndo: ({ status }) => status === 1 || status === 2,
  });

  const remove = useRemoval<Token>({
    list,
    pathOf: ({ id }) => `/api/token/${id}/`,
    nameOf: ({ name }) => name,
    onHidden: ({ id }) => setSelected((rows) => rows.filter((row) => row.id !== id)),
  });

  return { list, change, remove, selection: { rows: selected, onChange: setSelected } };
}

export function switchToken({ id }: Token, status: 1 | 2) {
  return call<Token | null>('PUT', '/api/token/?status_only=true', { body: { id, status } });
}

export function removeToken({ id }: Token) {
  return call<null>('DELETE', `/api/token/${id}/`);
}

/** Creates and changes tokens; calls `onWritten` after each write. */
export function useTokenWrites(onWritten: () => Promise<void>) {
  const { t } = useTranslation();

  const create = useAction(createToken, async () => {
    toast.success(t('token.createdOk'));
    await onWritten();
  });

  const update = useAction(
    (id: number, input: TokenInput) => call<Token>('PUT', '/api/token/', { body: { id, ...input } }),
    async () => {
      toast.success(t('token.updatedOk'));
      await onWritten();
    },
  );

  return { create, update };
}

export function createToken(input: TokenInput) {
  return call<null>('POST', '/api/token/', { body: input });
}

/** Models and groups that the user's tokens may use. */
export function useTokenChoices() {
  const models = useSWR('/api/user/models', (path: string) => get<string[]>(path));
  const groups = useSWR(['/api/user/self/groups', 'with automatic ones'], ([path]: [string, string]) =>
    call<UsableGroups>('GET', path),
  );
  return {
    models: models.data ?? [],
    groups: groups.data?.data,
    /** In the order they are tried; if empty, tokens cannot use the automatic group. */
    autoGroups: groups.data?.auto_groups ?? [],
    autoByDefault: groups.data?.default_use_auto_group === true,
  };
}

/** The token being edited, loaded from the server. */
export function useToken(id: number | undefined) {
  return useSWR<Token, unknown>(
    id === undefined ? null : `/api/token/${id}`,
    (path: string) => get<Token>(path),
    {
      revalidateOnFocus: false,
      revalidateIfStale: true,
    },
  );
}
