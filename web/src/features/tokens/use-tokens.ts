import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api';
import { toast } from '../../lib/toast';
import { messageOf, useAction } from '../../lib/use-action';
import { useList } from '../../lib/use-list';
import type { Token, TokenInput, UsableGroups } from './token.types';

const FILTERS = { keyword: '', token: '' };

export function useTokens() {
  const { t } = useTranslation();
  const list = useList<Token, typeof FILTERS>({
    filters: FILTERS,
    request: ({ page, size, filters }) =>
      filters.keyword || filters.token
        ? { path: withQuery('/api/token/search', filters), whole: true }
        : { path: withQuery('/api/token/', { p: page - 1, size }) },
  });

  const setStatus = useAction(
    (token: Token, status: 1 | 2) =>
      call<Token>('PUT', '/api/token/?status_only=true', { body: { id: token.id, status } }),
    async ({ data }, token, status) => {
      toast.success(t('common.done'));
      const now = data?.status ?? status;
      await list.patchRows((rows) =>
        rows.map((row) => (row.id === token.id ? { ...row, status: now } : row)),
      );
    },
  );

  const remove = useAction(
    (token: Token) => call<null>('DELETE', `/api/token/${token.id}/`),
    async () => {
      toast.success(t('common.done'));
      await list.refresh();
    },
  );

  return { list, setStatus, remove };
}

/** Creating and changing; `list` is told when something was written. */
export function useTokenWrites(onWritten: () => Promise<void>) {
  const { t } = useTranslation();

  const create = useAction(
    (input: TokenInput, count: number) => createAll(input, count),
    async ({ made, problem }, _input, count) => {
      if (problem === undefined) toast.success(t('token.createdOk'));
      else toast.warning(`${t('token.partly', { done: made, wanted: count })} ${messageOf(problem)}`);
      await onWritten();
    },
  );

  const update = useAction(
    (id: number, input: TokenInput) => call<Token>('PUT', '/api/token/', { body: { id, ...input } }),
    async () => {
      toast.success(t('token.updatedOk'));
      await onWritten();
    },
  );

  return { create, update };
}

interface Batch {
  made: number;
  problem?: unknown;
}

/** One call per token, the names after the first with a random end; stops at the first refusal, which is only thrown
 * when it left nothing behind. */
async function createAll(input: TokenInput, count: number): Promise<Batch> {
  for (let made = 0; made < count; made += 1) {
    const name = made === 0 ? input.name : `${input.name}-${randomSuffix()}`;
    try {
      await call<null>('POST', '/api/token/', { body: { ...input, name } });
    } catch (problem) {
      if (made === 0) throw problem;
      return { made, problem };
    }
  }
  return { made: count };
}

function randomSuffix(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** Models and groups a token of this person may have. */
export function useTokenChoices() {
  const models = useSWR('/api/user/models', (path: string) => get<string[]>(path));
  const groups = useSWR('/api/user/self/groups', (path: string) => get<UsableGroups>(path));
  return { models: models.data ?? [], groups: groups.data };
}

/** The token under edit, fresh from the server. */
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
