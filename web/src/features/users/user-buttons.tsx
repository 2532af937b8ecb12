import { Role, UserStatus } from '#contract/enums';
import { Group } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCoin,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconUserX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type SessionUser } from '../../lib/api/session';
import type { Run } from '../../lib/interaction/use-action';
import type { ChangeRow } from '../../lib/list/use-row-change';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { IconAction } from '../../ui/button/icon-action';
import { outranks } from './rank';
import type { ManageAction, UserResponse } from '#contract/resources/accounts/user';

interface UserButtonsProps {
  user: UserResponse;
  viewer: SessionUser | undefined;
  manage: Run<[UserResponse, ManageAction]>;
  change: ChangeRow<UserResponse>;
  onEdit: (user: UserResponse) => void;
  onQuota: (user: UserResponse) => void;
}

/** Actions of the viewer on a user; disabled ones show the reason. The server enforces permissions. */
export function UserButtons({ user, viewer, manage, change, onEdit, onQuota }: UserButtonsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = user.username;
  const itself = user.id === viewer?.id;
  const viewerIsRoot = (viewer?.role ?? 0) >= Role.root;
  const outranked = !outranks(viewer, user) ? t(itself ? 'user.notItself' : 'user.outranked') : undefined;
  const fixed = outranked ?? (user.role >= Role.root ? t('user.rootStays') : undefined);
  const enabled = user.status === UserStatus.enabled;
  const promoting = user.role < Role.admin;
  const rank = t(promoting ? 'user.promote' : 'user.demote');

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconAction
        label={t('user.logsNamed', { name })}
        icon={<IconHistory size={16} stroke={1.75} />}
        onClick={() => void navigate(`/log?username=${encodeURIComponent(name)}`)}
      />
      <IconAction
        label={t('user.tokensNamed', { name })}
        icon={<IconKey size={16} stroke={1.75} />}
        onClick={() => void navigate(`/user-tokens?user_id=${user.id}`)}
      />
      <IconAction
        label={t('user.quotaOf', { name })}
        why={outranked}
        icon={<IconCoin size={16} stroke={1.75} />}
        onClick={() => onQuota(user)}
      />
      <ConfirmButton
        label={`${rank} ${name}`}
        title={t(promoting ? 'user.promoteTitle' : 'user.demoteTitle', { name })}
        confirm={rank}
        danger={false}
        why={fixed ?? (viewerIsRoot ? undefined : t('user.rootOnly'))}
        icon={promoting ? <IconArrowUp size={16} stroke={1.75} /> : <IconArrowDown size={16} stroke={1.75} />}
        onConfirm={() => manage(user, promoting ? 'promote' : 'demote')}
      />
      <IconAction
        label={`${t(enabled ? 'common.disable' : 'common.enable')} ${name}`}
        why={fixed ?? (user.status === UserStatus.locked ? t('user.locked') : undefined)}
        icon={
          enabled ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />
        }
        onClick={() => void change(user, { status: enabled ? UserStatus.banned : UserStatus.enabled })}
      />
      <IconAction
        label={t('user.editNamed', { name })}
        why={itself ? undefined : outranked}
        icon={<IconPencil size={16} stroke={1.75} />}
        onClick={() => onEdit(user)}
      />
      <ConfirmButton
        label={t('user.deactivateNamed', { name })}
        title={t('user.deactivateTitle')}
        name={name}
        text={t('user.deactivateText')}
        confirm={t('user.deactivate')}
        why={fixed}
        icon={<IconUserX size={16} stroke={1.75} />}
        onConfirm={() => manage(user, 'delete')}
      />
    </Group>
  );
}
