import { TokenStatus } from '#contract/enums';
import { displayedEnd, isMaskedKey, SHOWN_CHARACTERS } from '#contract/masked-key';
import { MAX_PAGE_SIZE } from '#contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { sendEdit } from '../../lib/list/edit';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { useEditedRow } from '../../lib/list/use-edited-row';
import { useList } from '../../lib/list/use-list';
import { useRemoval } from '../../lib/list/use-removal';
import { useRowChange } from '../../lib/list/use-row-change';
import { NO_SORT } from '../../ui/table/list-sort';
import type { RevealedKey } from './keys/revealed-key-dialog';
import type {
  RevealedKeyResponse,
  TokenChange,
  TokenRequestFields,
  TokenResponse,
  UpdateTokenStatusRequest,
} from '#contract/resources/token';
import type { GroupOffersResponse, OwnGroupsExtras } from '#contract/resources/group';

const FILTERS = { keyword: '', token: '', status: '', ...NO_SORT };

export function useTokens() {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<TokenResponse[]>([]);
  const list = useList<TokenResponse, typeof FILTERS>({
    filters: FILTERS,
    request({ page, size, filters }) {
      const { keyword, token, ...rest } = filters;
      return keyword || token
        ? { path: withQuery('/api/token/search', filters), whole: true }
        : { path: withQuery('/api/token/', { ...rest, p: page - 1, size }) };
    },
  });

  const change = useRowChange({
    list,
    done: t('common.done'),
    send: async (token, { status }) =>
      (await switchToken(token, status === TokenStatus.enabled ? TokenStatus.enabled : TokenStatus.disabled))
        .data,
    canUndo: ({ status }) => status === TokenStatus.enabled || status === TokenStatus.disabled,
  });

  const remove = useRemoval<TokenResponse>({
    list,
    pathOf: ({ id }) => `/api/token/${id}/`,
    nameOf: ({ name }) => name,
    onHidden: ({ id }) => setSelected((rows) => rows.filter((row) => row.id !== id)),
  });

  /** Where lists have no keys, the key is in no row either. */
  const patch = (data: TokenResponse) =>
    list.patchRows((rows) =>
      rows.map((row) => (row.id === data.id ? { ...row, ...data, key: listedKey(data) } : row)),
    );

  /** `onKey` gets a new key that the list does not have. */
  const replaceKey = useAction(
    ({ id }: TokenResponse, hours: number, _onKey: (token: TokenResponse) => void) =>
      call<TokenResponse>('POST', `/api/token/${id}/key`, { body: { overlap_hours: hours } }),
    async ({ data }, _token, _hours, onKey) => {
      if (data.key_access === 'shown') toast.success(t('token.keyReplaced'));
      else onKey(data);
      await patch(data);
    },
  );

  const revealKey = useAction(
    ({ id }: TokenResponse, _onKey: (revealed: RevealedKey) => void) =>
      call<RevealedKeyResponse>('POST', `/api/token/${id}/reveal`),
    ({ data }, token, onKey) => onKey({ token, secret: data.key }),
  );

  const endFormerKey = useAction(
    ({ id }: TokenResponse) => call<TokenResponse>('DELETE', `/api/token/${id}/former-key`),
    async ({ data }) => {
      toast.success(t('token.formerEnded'));
      await patch(data);
    },
  );

  return {
    list,
    change,
    remove,
    replaceKey,
    revealKey,
    endFormerKey,
    selection: { rows: selected, onChange: setSelected },
  };
}

function listedKey({ key, key_access: access }: TokenResponse): string {
  return access === 'shown' || isMaskedKey(key) ? key : displayedEnd(key.slice(-SHOWN_CHARACTERS));
}

export function switchToken({ id }: Pick<TokenResponse, 'id'>, status: UpdateTokenStatusRequest['status']) {
  return call<TokenResponse | null>('PUT', '/api/token/?status_only=true', { body: { id, status } });
}

export function removeToken({ id }: TokenResponse) {
  return call<null>('DELETE', `/api/token/${id}/`);
}

/** Creates and changes tokens; calls `onWritten` after each write. */
export function useTokenWrites(onWritten: () => Promise<void>) {
  const { t } = useTranslation();

  const create = useAction(
    async (input: TokenRequestFields, _onKey: (token: TokenResponse) => void) =>
      (await createToken(input)).data,
    async (made, _input, onKey) => {
      toast.success(t(made ? 'token.createdWithKey' : 'token.createdOk'));
      if (made) onKey(made);
      await onWritten();
    },
  );

  const update = useAction(
    (id: number, change: TokenChange) => sendEdit<TokenResponse>('/api/token/', { id, ...change }),
    async () => {
      toast.success(t('token.updatedOk'));
      await onWritten();
    },
  );

  return { create, update };
}

/** The response has the token with its key where lists do not have keys. */
export function createToken(input: TokenRequestFields) {
  return call<TokenResponse | null>('POST', '/api/token/', { body: input });
}

/** The newest tokens with these names, oldest first. Needed where the response to a creation has no key. */
export async function newestTokens(names: readonly string[]): Promise<TokenResponse[]> {
  const missing = new Set(names);
  const found: TokenResponse[] = [];
  for (let page = 0; missing.size > 0; page += 1) {
    const tokens = await get<TokenResponse[]>(withQuery('/api/token/', { p: page, size: MAX_PAGE_SIZE }));
    found.push(...tokens.filter(({ name }) => missing.delete(name)));
    if (tokens.length < MAX_PAGE_SIZE) break;
  }
  return found.toReversed();
}

/** Groups that the user's tokens may use, with their descriptions. */
export function useTokenGroups() {
  return useSWR(['/api/user/self/groups', 'with automatic ones'], ([path]: [string, string]) =>
    call<GroupOffersResponse, OwnGroupsExtras>('GET', path),
  );
}

/** Models and groups that the user's tokens may use. */
export function useTokenChoices() {
  const models = useSWR('/api/user/models', (path: string) => get<string[]>(path));
  const groups = useTokenGroups();
  return {
    models: models.data ?? [],
    groups: groups.data?.data,
    /** In the order they are tried; if empty, tokens cannot use the automatic group. */
    autoGroups: groups.data?.auto_groups ?? [],
    autoByDefault: groups.data?.default_use_auto_group === true,
  };
}

/** The token being edited. */
export function useToken(id: number | undefined) {
  return useEditedRow<TokenResponse>(id === undefined ? undefined : `/api/token/${id}`);
}
