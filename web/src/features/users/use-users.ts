import { UserStatus } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { sendEdit, withBefore } from '../../lib/list/edit';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { useEditedRow } from '../../lib/list/use-edited-row';
import { useList } from '../../lib/list/use-list';
import { useRowChange } from '../../lib/list/use-row-change';
import { NO_SORT } from '../../ui/table/list-sort';
import type {
  CreateUserRequest,
  ManageAction,
  UserChange,
  UserResponse,
} from '#contract/resources/accounts/user';

const FILTERS = { keyword: '', group: '', role: '', status: '', ...NO_SORT };

export function useUsers() {
  const { t } = useTranslation();
  const list = useList<UserResponse, typeof FILTERS>({
    filters: FILTERS,
    request({ page, size, filters }) {
      const searching = filters.keyword !== '' || filters.group !== '';
      const path = searching ? '/api/user/search' : '/api/user/';
      return { path: withQuery(path, { ...filters, p: page, page_size: size }) };
    },
  });

  const manage = useAction(
    (user: UserResponse, action: ManageAction) => manageUser(user, action),
    async ({ data }, user, action) => {
      toast.success(t('common.done'));
      const change = action === 'delete' ? { DeletedAt: new Date().toISOString() } : (data ?? {});
      await list.patchRows((rows) => rows.map((row) => (row.id === user.id ? { ...row, ...change } : row)));
    },
  );

  const change = useRowChange({
    list,
    done: t('common.done'),
    send: async (user, { status }) =>
      (await manageUser(user, status === UserStatus.enabled ? 'enable' : 'disable')).data,
    canUndo: ({ status }) => status === UserStatus.enabled || status === UserStatus.banned,
  });

  const move = useAction(
    (user: UserResponse, group: string) =>
      sendEdit<null>('/api/user/', { id: user.id, ...withBefore({ group }, user) }),
    async (_answer, { id, username }, group) => {
      toast.success(t('user.groupChanged', { name: username, group }));
      await list.patchRows((rows) => rows.map((row) => (row.id === id ? { ...row, group } : row)));
    },
  );

  return { list, manage, change, move };
}

export function manageUser({ id }: Pick<UserResponse, 'id'>, action: ManageAction) {
  return call<Pick<UserResponse, 'status' | 'role'> | null>('POST', '/api/user/manage', {
    body: { id, action },
  });
}

export function useUserGroups() {
  return useSWR('/api/group/', (path: string) => get<string[]>(path)).data ?? [];
}

/** The user being edited; `self` = the viewer's own record. */
export function useUser(id: number | undefined, self: boolean) {
  const path = id === undefined ? undefined : `/api/user/${id}`;
  return useEditedRow<UserResponse>(self ? '/api/user/self' : path);
}

export function useUserWrites(onWritten: () => Promise<void>) {
  const { t } = useTranslation();
  const create = useAction(
    (user: CreateUserRequest) => call<null>('POST', '/api/user/', { body: user }),
    async () => {
      toast.success(t('user.created'));
      await onWritten();
    },
  );
  const update = useAction(
    (id: number | undefined, change: UserChange) =>
      id === undefined
        ? sendEdit<null>('/api/user/self', change)
        : sendEdit<null>('/api/user/', { id, ...change }),
    async () => {
      toast.success(t('user.updated'));
      await onWritten();
    },
  );
  return { create, update };
}
