import { ActionIcon, Group, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconUserX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ROLE_ADMIN, ROLE_ROOT, type SessionUser } from '../../lib/session';
import type { Action } from '../../lib/use-action';
import { ConfirmButton } from '../../ui/confirm-button';
import type { ManageAction, User } from './user.types';

interface UserButtonsProps {
  user: User;
  viewer: SessionUser | undefined;
  manage: Action<[User, ManageAction]>;
  onEdit: (user: User) => void;
}

/** What the viewer may do to a user; the rest is disabled and says why. The server decides. */
export function UserButtons({ user, viewer, manage, onEdit }: UserButtonsProps) {
  const { t } = useTranslation();
  const name = user.username;
  const viewerIsRoot = (viewer?.role ?? 0) >= ROLE_ROOT;
  const outranked = !viewerIsRoot && user.role >= (viewer?.role ?? 0);
  const isRoot = user.role >= ROLE_ROOT;
  const enabled = user.status === 1;
  const blocked = outranked || isRoot ? t('user.outranked') : undefined;
  const promoting = user.role < ROLE_ADMIN;
  const toggle = `${t(enabled ? 'common.disable' : 'common.enable')} ${name}`;
  const edit = t('user.editNamed', { name });
  const rank = `${t(promoting ? 'user.promote' : 'user.demote')} ${name}`;

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ConfirmButton
        label={blocked ?? (viewerIsRoot ? rank : t('user.rootOnly'))}
        title={t(promoting ? 'user.promoteTitle' : 'user.demoteTitle', { name })}
        confirm={t(promoting ? 'user.promote' : 'user.demote')}
        danger={false}
        disabled={blocked !== undefined || !viewerIsRoot}
        icon={promoting ? <IconArrowUp size={16} stroke={1.75} /> : <IconArrowDown size={16} stroke={1.75} />}
        onConfirm={() => manage.run(user, promoting ? 'promote' : 'demote')}
      />
      <Tooltip label={blocked ?? toggle}>
        <ActionIcon
          aria-label={toggle}
          disabled={blocked !== undefined || user.status === 3 || manage.pending}
          onClick={() => void manage.run(user, enabled ? 'disable' : 'enable')}
        >
          {enabled ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={outranked ? t('user.outranked') : edit}>
        <ActionIcon aria-label={edit} disabled={outranked} onClick={() => onEdit(user)}>
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <ConfirmButton
        label={t('user.deactivateNamed', { name })}
        title={t('user.deactivateTitle')}
        name={name}
        text={t('user.deactivateText')}
        confirm={t('user.deactivate')}
        disabled={blocked !== undefined}
        icon={<IconUserX size={16} stroke={1.75} />}
        onConfirm={() => manage.run(user, 'delete')}
      />
    </Group>
  );
}
