import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_ROOT, useSession } from '../../lib/session';
import { usePanel } from '../../lib/use-panel';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { FilterBar } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { outranks } from './rank';
import { UserBulk } from './user-bulk';
import { useUserColumns } from './user-columns';
import { useUserExport } from './user-export';
import { UserForm } from './user-form';
import type { User } from './user.types';
import { useUserGroups, useUsers } from './use-users';

export function UsersPage() {
  const { t } = useTranslation();
  const { list, manage, change, move } = useUsers();
  const [selected, setSelected] = useState<User[]>([]);
  const groups = useUserGroups();
  const viewer = useSession();
  const panel = usePanel('/user');
  const columns = useColumns(
    'users-table-columns',
    useUserColumns({ manage, change, move, viewer, onEdit: edit }),
  );

  /** Only the super admin may manage their own account; the others change what is theirs to change. */
  function edit({ id, role }: User) {
    if (id === viewer?.id && role < ROLE_ROOT) panel.editSelf();
    else panel.edit(id);
  }

  async function afterBulk() {
    setSelected([]);
    await list.refresh();
  }

  const add = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={panel.add}>
      {t('user.add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('user.title')} lead={t('user.lead')}>
        {add}
      </PageHeader>
      <FilterBar
        filters={list.filters}
        onApply={list.setFilters}
        extra={
          <>
            <UserBulk selected={selected} onDone={afterBulk} />
            <ExportMenu name="users" list={list} columns={useUserExport()} />
            {columns.menu}
          </>
        }
      >
        <TextInput
          label={t('user.search')}
          name="keyword"
          placeholder={t('user.searchHint')}
          w={{ sm: 300 }}
          defaultValue={list.filters.keyword}
        />
        <Select
          label={t('user.group')}
          placeholder={t('user.anyGroup')}
          data={groups}
          w={{ sm: 160 }}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          value={list.filters.group || null}
          onChange={(group) => list.setFilters({ group: group ?? '' })}
        />
      </FilterBar>
      <DataTable
        name={t('user.title')}
        list={list}
        columns={columns.visible}
        density={columns.density}
        rowName={({ username }) => username}
        onEdit={edit}
        muted={({ status, DeletedAt }) => status !== 1 || DeletedAt !== null}
        pending={change.isPending}
        selection={{
          rows: selected,
          onChange: setSelected,
          can: (user) => user.DeletedAt === null && user.role < ROLE_ROOT && outranks(viewer, user),
        }}
        empty={<EmptyState title={t('user.emptyTitle')} hint={t('user.emptyHint')} action={add} />}
      />
      {panel.open && (
        <UserForm
          key={panel.open.id ?? (panel.open.self ? 'self' : 'new')}
          {...panel.open}
          onClose={panel.close}
          onWritten={list.refresh}
        />
      )}
    </>
  );
}
