import { UserStatus } from '#contract/enums';
import { MAX_REASON_LENGTH } from '#contract/limits';
import {
  IconCoin,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { withQuery } from '../../../lib/api/api';
import { formatQuota } from '../../../lib/format/format';
import { changeQuota, newQuotaKey, quotaProblem } from '../../users/quota-change';
import { outranks } from '../../users/rank';
import { manageUser } from '../../users/use-users';
import type { Change, ObjectAction, ObjectOf } from '../palette.types';
import type { Tools } from './tools';

type User = ObjectOf<'user'>;

/** The form of a user, which is only for users that the viewer may manage; else the row of the list. */
export function pathOfUser(user: Pick<User, 'id' | 'role'>, viewer: Tools['viewer']): string {
  return outranks(viewer, user) ? `/user/edit/${user.id}` : withQuery('/user', { keyword: `#${user.id}` });
}

/** What an administrator can do with a user. */
export function userActions(user: User, { t, viewer, money, navigate }: Tools): ObjectAction[] {
  const { id, username: name, quota } = user;
  const form = newQuotaKey();
  const go = (path: string) => ({ go: () => navigate(path) });
  const mayManage = outranks(viewer, user) && !user.deleted;
  const actions: (ObjectAction | false)[] = [
    { id: 'open', label: t('palette.open'), icon: IconPencil, act: go(pathOfUser(user, viewer)) },
    { id: 'log', label: t('palette.log'), icon: IconHistory, act: go(withQuery('/log', { username: name })) },
    {
      id: 'tokens',
      label: t('palette.tokens'),
      icon: IconKey,
      act: go(withQuery('/user-tokens', { user_id: id })),
    },
    mayManage && {
      id: 'quota',
      label: t('palette.addQuota'),
      icon: IconCoin,
      act: {
        step: {
          kind: 'form',
          title: t('palette.addQuotaTo', { name }),
          confirm: t('palette.addQuotaConfirm'),
          fields: [
            {
              name: 'quota',
              kind: 'money',
              label: t('palette.amount'),
              describe: (added) =>
                t('palette.balanceAfter', {
                  now: formatQuota(quota, money),
                  after: formatQuota(quota + Number(added), money),
                }),
              problem: (added) => quotaProblem(Number(added), quota, t),
            },
            {
              name: 'reason',
              kind: 'text',
              label: t('user.reason'),
              maxLength: MAX_REASON_LENGTH,
              problem: (reason) => (reason === '' ? t('user.needReason') : undefined),
            },
          ],
          change: ({ quota: added, reason }) =>
            quotaChangeOf(user, { added: Number(added), reason: String(reason), form }, t, money),
        },
      },
    },
    // Administrators cannot lock themselves out.
    mayManage && id !== viewer?.id && statusAction(user, t),
  ];
  return actions.filter((action) => action !== false);
}

function quotaChangeOf(
  user: User,
  change: { added: number; reason: string; form: string },
  t: Tools['t'],
  money: Tools['money'],
): Change {
  return {
    kind: 'user',
    send: () => changeQuota(user, change),
    done: t('user.quotaChanged', { name: user.username, amount: formatQuota(change.added, money) }),
  };
}

function statusAction(user: User, t: Tools['t']): ObjectAction {
  const { username: name, status } = user;
  const disable = () => manageUser(user, 'disable');
  const enable = () => manageUser(user, 'enable');
  if (status !== UserStatus.enabled)
    return {
      id: 'enable',
      label: t('common.enable'),
      icon: IconPlayerPlay,
      act: {
        change: {
          kind: 'user',
          send: enable,
          done: t('palette.enabled', { name }),
          ...(status === UserStatus.banned && { undo: disable }),
        },
      },
    };
  return {
    id: 'disable',
    label: t('common.disable'),
    icon: IconPlayerPause,
    act: {
      step: {
        kind: 'confirm',
        title: t('palette.disableUser', { name }),
        text: t('palette.disableUserText'),
        confirm: t('common.disable'),
        danger: true,
        change: { kind: 'user', send: disable, done: t('palette.disabled', { name }), undo: enable },
      },
    },
  };
}
