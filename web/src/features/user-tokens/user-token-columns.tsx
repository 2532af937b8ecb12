import { TokenStatus } from '#contract/enums';
import type { UserTokenResponse } from '#contract/resources/accounts/user-token';
import { Anchor, Code, Group } from '@mantine/core';
import { IconHistory, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import type { SessionUser } from '../../lib/api/session';
import type { Run } from '../../lib/interaction/use-action';
import { useSteady } from '../../lib/interaction/use-steady';
import type { ChangeRow } from '../../lib/list/use-row-change';
import { GroupTags } from '../../ui/badge/group-tag';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { IconAction } from '../../ui/button/icon-action';
import type { Column } from '../../ui/table/columns';
import { RowName } from '../../ui/table/row-name';
import { FormerKeyText } from '../tokens/keys/token-key';
import { TokenQuota, TokenStatusBadge } from '../tokens/token-cells';
import { TokenCreated, TokenExpiry } from '../tokens/token-times';
import { outranks } from '../users/rank';

interface UserTokenActions {
  change: ChangeRow<UserTokenResponse>;
  replace: Run<[UserTokenResponse]>;
}

export function useUserTokenColumns(
  rowActions: UserTokenActions,
  viewer: SessionUser | undefined,
): Column<UserTokenResponse>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
  return useMemo(
    () => [
      { key: 'id', title: 'ID', width: 64, render: ({ id }) => id },
      {
        key: 'name',
        title: t('common.name'),
        card: 'title',
        fixed: true,
        render: ({ name }) => <RowName>{name}</RowName>,
      },
      {
        key: 'owner',
        title: t('userTokens.owner'),
        render: ({ user_id, username }) => (
          <Anchor component={Link} to={withQuery('/user', { keyword: String(user_id) })} size="sm">
            {username}
          </Anchor>
        ),
      },
      {
        key: 'status',
        title: t('common.status'),
        card: 'status',
        render: (token) => (
          <Group gap={4}>
            <TokenStatusBadge token={token} />
            <GroupTags groups={token.group} />
          </Group>
        ),
      },
      {
        key: 'key',
        title: t('userTokens.key'),
        width: 150,
        render: ({ masked_key, former_key: former }) => (
          <>
            <Code>{masked_key}</Code>
            {former && <FormerKeyText former={former} />}
          </>
        ),
      },
      { key: 'quota', title: t('token.usage'), width: 140, render: (token) => <TokenQuota token={token} /> },
      {
        key: 'created',
        title: t('token.created'),
        width: 152,
        render: (token) => <TokenCreated token={token} />,
      },
      {
        key: 'expires',
        title: t('token.expires'),
        width: 152,
        render: (token) => <TokenExpiry token={token} />,
      },
      {
        key: 'actions',
        title: t('common.actions'),
        width: 124,
        card: 'actions',
        fixed: true,
        render: (token) => <UserTokenButtons token={token} viewer={viewer} {...actions} />,
      },
    ],
    [t, actions, viewer],
  );
}

/** A key that leaked is rarely found on the same day. Unix seconds. */
function weekAgo(): number {
  return dayjs().subtract(7, 'day').startOf('day').unix();
}

interface ButtonsProps extends UserTokenActions {
  token: UserTokenResponse;
  viewer: SessionUser | undefined;
}

/** Actions on a token; disabled ones show the reason. The server enforces permissions. */
function UserTokenButtons({ token, viewer, change, replace }: ButtonsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { name, username: owner } = token;
  const isManageable = token.user_id === viewer?.id || outranks(viewer, { role: token.user_role });
  const why = isManageable ? undefined : t('userTokens.outranked');
  const isEnabled = token.status === TokenStatus.enabled;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconAction
        label={t('userTokens.logsNamed', { name })}
        icon={<IconHistory size={16} stroke={1.75} />}
        onClick={() =>
          void navigate(withQuery('/log', { username: owner, token_name: name, start: String(weekAgo()) }))
        }
      />
      <IconAction
        label={t('userTokens.toggleNamed', {
          action: t(isEnabled ? 'common.disable' : 'common.enable'),
          name,
          owner,
        })}
        why={why}
        icon={
          isEnabled ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />
        }
        onClick={() => void change(token, { status: isEnabled ? TokenStatus.disabled : TokenStatus.enabled })}
      />
      <ConfirmButton
        label={t('userTokens.replaceNamed', { name, owner })}
        title={t('userTokens.replaceTitle')}
        name={`${name} · ${token.masked_key}`}
        text={t('userTokens.replaceText')}
        confirm={t('userTokens.replace')}
        why={why}
        icon={<IconRefresh size={16} stroke={1.75} />}
        onConfirm={() => replace(token)}
      />
    </Group>
  );
}
