import { UserStatus, Role } from '#contract/enums';
import type { ManageAction, UserResponse } from '#contract/resources/accounts/user';
import { Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format/format';
import type { SessionUser } from '../../lib/api/session';
import type { Run } from '../../lib/interaction/use-action';
import type { ChangeRow } from '../../lib/list/use-row-change';
import { useIsMedium } from '../../lib/browser/use-is-phone';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Column } from '../../ui/table/columns';
import { hint } from '../../ui/feedback/hint';
import { Quota } from '../../ui/badge/quota';
import { Ago } from '../../ui/text/ago';
import { RowName } from '../../ui/table/row-name';
import { StatusBadge } from '../../ui/badge/status-badge';
import { outranks } from './rank';
import { UserButtons } from './user-buttons';
import { UserGroup } from './user-group';

interface UserActions {
  manage: Run<[UserResponse, ManageAction]>;
  change: ChangeRow<UserResponse>;
  move: Run<[UserResponse, string]>;
  onEdit: (user: UserResponse) => void;
  onQuota: (user: UserResponse) => void;
}

/** @param moving true while a user's group is being changed */
export function useUserColumns(
  rowActions: UserActions,
  viewer: SessionUser | undefined,
  moving: boolean,
): Column<UserResponse>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
  const medium = useIsMedium();
  return useMemo(
    () => [
      { key: 'id', sortable: true, title: 'ID', width: 64, optional: medium, render: ({ id }) => id },
      {
        key: 'username',
        sortable: true,
        title: t('user.username'),
        card: 'title',
        fixed: true,
        render: (user) => (
          <RowName {...(user.display_name !== user.username && { second: user.display_name })}>
            {user.username}
          </RowName>
        ),
      },
      {
        key: 'group',
        sortable: true,
        title: t('common.group'),
        render: (user) => (
          <UserGroup
            user={user}
            move={user.DeletedAt === null && outranks(viewer, user) ? actions.move : undefined}
            moving={moving}
          />
        ),
      },
      {
        key: 'stats',
        sortable: true,
        title: t('user.remainingUsed'),
        wraps: true,
        render: (user) => <Balance user={user} />,
      },
      {
        key: 'week',
        title: t('user.week'),
        optional: medium,
        width: 86,
        wraps: true,
        render: ({ week_quota: week }) => <Quota value={week ?? 0} dimmed={!week} />,
      },
      {
        key: 'seen',
        title: t('user.lastSeen'),
        render: ({ last_seen_at: at }) => (at ? <Ago at={at} /> : t('user.neverSeen')),
      },
      {
        key: 'requests',
        sortable: true,
        title: t('user.requests'),
        optional: medium,
        align: 'right',
        render: (user) => formatNumber(user.request_count),
      },
      {
        key: 'invites',
        sortable: true,
        title: t('user.invites'),
        optional: medium,
        card: 'wide',
        render: (user) => <Invites user={user} />,
      },
      { key: 'role', sortable: true, title: t('user.role'), render: ({ role }) => <RoleBadge role={role} /> },
      { key: 'status', title: t('common.status'), card: 'status', render: (user) => <Status user={user} /> },
      {
        key: 'actions',
        title: t('common.actions'),
        width: 244,
        card: 'actions',
        fixed: true,
        render: (user) => (user.DeletedAt ? null : <UserButtons user={user} viewer={viewer} {...actions} />),
      },
    ],
    [t, actions, moving, viewer, medium],
  );
}

function Balance({ user }: { user: UserResponse }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Quota value={user.quota} />
      <Text span size="sm" c="dimmed">
        /
      </Text>
      <Quota value={user.used_quota} dimmed />
    </Group>
  );
}

function Invites({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  return (
    <Stack gap={0}>
      <Group gap={4} wrap="nowrap" align="baseline">
        <Text span size="sm" {...hint(t('user.invited'))}>
          {user.aff_count}
        </Text>
        <Text span size="sm" c="dimmed">
          ·
        </Text>
        <Quota value={user.aff_history_quota} label={t('user.inviteIncome')} />
      </Group>
      {user.inviter_id > 0 && (
        <Text size="xs" c="dimmed" lh={1.35}>
          {`${t('user.inviter')}: ${user.inviter_id}`}
        </Text>
      )}
    </Stack>
  );
}

export function Status({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  if (user.DeletedAt) return <StatusBadge color="red">{t('user.deleted')}</StatusBadge>;
  if (user.status === UserStatus.enabled) return <StatusBadge color="green">{t('user.active')}</StatusBadge>;
  if (user.status === UserStatus.banned) return <StatusBadge color="red">{t('user.banned')}</StatusBadge>;
  return <StatusBadge color="gray">{t('user.unknownStatus')}</StatusBadge>;
}

type RoleText = 'user.roleUser' | 'user.roleAdmin' | 'user.roleRoot';

const ROLES: Readonly<Record<number, { color: string; text: RoleText } | undefined>> = {
  [Role.user]: { color: 'gray', text: 'user.roleUser' },
  [Role.admin]: { color: 'yellow', text: 'user.roleAdmin' },
  [Role.root]: { color: 'orange', text: 'user.roleRoot' },
};

function RoleBadge({ role }: { role: number }) {
  const { t } = useTranslation();
  const badge = ROLES[role];
  return <StatusBadge color={badge?.color ?? 'red'}>{t(badge?.text ?? 'user.roleUnknown')}</StatusBadge>;
}
