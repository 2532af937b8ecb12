import { TokenStatus } from '#contract/enums';
import type {
  ManagedUserTokenResponse,
  ManageUserTokenRequest,
  UserTokenResponse,
} from '#contract/resources/accounts/user-token';
import { useTranslation } from 'react-i18next';
import { call, withQuery } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { useList } from '../../lib/list/use-list';
import { useRowChange } from '../../lib/list/use-row-change';

const FILTERS = { keyword: '', user_id: '', status: '' };

/** Tokens of all users. */
export function useUserTokens() {
  const { t } = useTranslation();
  const list = useList<UserTokenResponse, typeof FILTERS>({
    filters: FILTERS,
    request: ({ page, size, filters }) => ({
      path: withQuery('/api/user-tokens', { ...filters, p: page, page_size: size }),
    }),
  });

  const change = useRowChange({
    list,
    done: t('common.done'),
    send: async ({ id }, { status }) =>
      (await manageUserToken(id, status === TokenStatus.enabled ? 'enable' : 'disable')).data,
    canUndo: ({ status }) => status === TokenStatus.enabled || status === TokenStatus.disabled,
  });

  const replace = useAction(
    ({ id }: UserTokenResponse) => manageUserToken(id, 'replace_key'),
    async ({ data: { notified, ...row } }) => {
      toast.success(t(notified ? 'userTokens.replaced' : 'userTokens.replacedSilently'));
      await list.patchRows((rows) => rows.map((shown) => (shown.id === row.id ? row : shown)));
    },
  );

  return { list, change, replace };
}

export function manageUserToken(id: number, action: ManageUserTokenRequest['action']) {
  return call<ManagedUserTokenResponse>('POST', '/api/user-tokens/manage', { body: { id, action } });
}

/** Tokens by a key, its last characters, or a masked key. The key is sent in the body, which no log has. */
export async function findUserTokens(key: string): Promise<UserTokenResponse[]> {
  return (await call<UserTokenResponse[]>('POST', '/api/user-tokens/find', { body: { key } })).data;
}

/** Address of the list with this token alone. */
export function pathOfUserToken({ id }: Pick<UserTokenResponse, 'id'>): string {
  return withQuery('/user-tokens', { keyword: String(id) });
}
