import { Role, UserStatus } from '#contract/enums';
import { Button, TextInput, Tooltip } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMedium } from '../../lib/browser/use-is-phone';
import { useSession } from '../../lib/api/session';
import { usePanel } from '../../lib/list/use-panel';
import { ChoiceFilter } from '../../ui/page/choice-filter';
import { useColumns } from '../../ui/table/columns';
import { ExportMenu } from '../../ui/page/export-menu';
import { listSort } from '../../ui/table/list-sort';
import { ResourcePage } from '../../ui/page/resource-page';
import { outranks } from './rank';
import { userBrief } from './user-brief';
import { useUserColumns } from './user-columns';
import { useUserExport } from './user-export';
import type { UserResponse } from '#contract/resources/accounts/user';
import { useUserJobs } from './use-user-jobs';
import { useUserGroups, useUsers } from './use-users';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog')).InviteDialog);
const UserForm = lazyDialog(async () => (await import('./user-form')).UserForm);
const UserQuotaDialog = lazyDialog(async () => (await import('./user-quota-dialog')).UserQuotaDialog);

/** What the server calls columns with other keys. */
const SORTS = { stats: 'quota', requests: 'request_count', invites: 'aff_count' };

export function UsersPage() {
  const { t } = useTranslation();
  const { list, manage, change, move } = useUsers();
  const [selected, setSelected] = useState<UserResponse[]>([]);
  const [inviting, setInviting] = useState(false);
  const [ofQuota, setOfQuota] = useState<UserResponse>();
  const groups = useUserGroups();
  const viewer = useSession();
  const panel = usePanel('/user');
  const columns = useColumns(
    'users-table-columns',
    useUserColumns(
      { manage: manage.run, change: change.run, move: move.run, onEdit: edit, onQuota: setOfQuota },
      viewer,
      move.pending,
    ),
  );

  /** Only the super administrator may manage its own account; others edit theirs as a personal account. */
  function edit({ id, role }: UserResponse) {
    if (id === viewer?.id && role < Role.root) panel.editSelf();
    else panel.edit(id);
  }

  return (
    <ResourcePage
      title={t('user.title')}
      lead={t('user.lead')}
      headerActions={
        <Button
          variant="default"
          leftSection={<IconMail size={16} stroke={1.75} />}
          onClick={() => setInviting(true)}
        >
          {t('user.invite.button')}
        </Button>
      }
      add={{ label: t('user.add'), onClick: panel.add }}
      list={list}
      columns={columns}
      tight={useIsMedium()}
      filters={
        <>
          <Tooltip label={t('user.searchHelp')} events={{ hover: true, focus: true, touch: false }}>
            <TextInput
              label={t('user.search')}
              name="keyword"
              placeholder={t('user.searchHint')}
              w={{ sm: 220 }}
              defaultValue={list.filters.keyword}
            />
          </Tooltip>
          <ChoiceFilter
            label={t('user.group')}
            any={t('user.anyGroup')}
            width={140}
            choices={groups}
            value={list.filters.group}
            onChange={(group) => list.setFilters({ group })}
          />
          <ChoiceFilter
            label={t('user.role')}
            any={t('user.anyRole')}
            width={156}
            choices={[
              { value: String(Role.user), label: t('user.roleUser') },
              { value: String(Role.admin), label: t('user.roleAdmin') },
              { value: String(Role.root), label: t('user.roleRoot') },
            ]}
            value={list.filters.role}
            onChange={(role) => list.setFilters({ role })}
          />
          <ChoiceFilter
            label={t('common.status')}
            any={t('common.anyStatus')}
            width={140}
            choices={[
              { value: String(UserStatus.enabled), label: t('user.active') },
              { value: String(UserStatus.banned), label: t('user.banned') },
              { value: 'deleted', label: t('user.deleted') },
            ]}
            value={list.filters.status}
            onChange={(status) => list.setFilters({ status })}
          />
        </>
      }
      jobs={useUserJobs()}
      tools={<ExportMenu name="users" list={list} columns={useUserExport()} />}
      brief={(user) => userBrief(user, t)}
      rowName={({ username }) => username}
      onEdit={edit}
      sort={listSort(list, SORTS)}
      muted={({ status, DeletedAt }) => status !== UserStatus.enabled || DeletedAt !== null}
      pending={change.isPending}
      selection={{
        rows: selected,
        onChange: setSelected,
        can: (user) => user.DeletedAt === null && user.role < Role.root && outranks(viewer, user),
      }}
      empty={{ title: t('user.emptyTitle'), hint: t('user.emptyHint') }}
    >
      {ofQuota && (
        <UserQuotaDialog
          user={ofQuota}
          onClose={() => setOfQuota(undefined)}
          onChanged={() => void list.refresh()}
        />
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {panel.open && (
        <UserForm
          key={panel.open.id ?? (panel.open.self ? 'self' : 'new')}
          {...panel.open}
          onClose={panel.close}
          onWritten={list.refresh}
        />
      )}
    </ResourcePage>
  );
}
