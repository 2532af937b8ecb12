import { TokenStatus } from '#contract/enums';
import { IconCode, IconHistory, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { withQuery } from '../../../lib/api/api';
import { switchToken } from '../../tokens/use-tokens';
import { outranks } from '../../users/rank';
import { manageUserToken, pathOfUserToken } from '../../user-tokens/use-user-tokens';
import type { Change, ObjectAction, ObjectOf } from '../palette.types';
import type { Tools } from './tools';

type Token = ObjectOf<'token'>;

function isOwn({ user_id: owner }: Pick<Token, 'user_id'>, viewer: Tools['viewer']): boolean {
  return owner === viewer?.id;
}

/** The form of an own token, or the row of another user's. */
export function pathOfToken(token: Pick<Token, 'id' | 'user_id'>, viewer: Tools['viewer']): string {
  return isOwn(token, viewer) ? `/token/edit/${token.id}` : pathOfUserToken(token);
}

/** What the owner of a token, or an administrator, can do with it. */
export function tokenActions(token: Token, { t, viewer, admin, navigate }: Tools): ObjectAction[] {
  const { id, name, username, user_role: role } = token;
  const own = isOwn(token, viewer);
  const go = (path: string) => ({ go: () => navigate(path) });
  const actions: (ObjectAction | false)[] = [
    { id: 'open', label: t('palette.open'), icon: IconPencil, act: go(pathOfToken(token, viewer)) },
    {
      id: 'log',
      label: t('palette.log'),
      icon: IconHistory,
      act: go(withQuery('/log', { token_name: name, username: admin ? username : undefined })),
    },
    own && {
      id: 'samples',
      label: t('token.samples'),
      icon: IconCode,
      act: { step: { kind: 'samples', tokenId: id } },
    },
    (own || outranks(viewer, { role })) && statusAction(token, own, t),
  ];
  return actions.filter((action) => action !== false);
}

function statusAction(token: Token, own: boolean, t: Tools['t']): ObjectAction {
  const { name, status } = token;
  const disable = disabling(token, own, t);
  if (status !== TokenStatus.enabled)
    return {
      id: 'enable',
      label: t('common.enable'),
      icon: IconPlayerPlay,
      act: {
        change: {
          kind: 'token',
          send: disable.undo,
          done: t('palette.enabled', { name }),
          ...(status === TokenStatus.disabled && { undo: disable.send }),
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
        title: t('palette.disableToken', { name }),
        text: t('palette.disableTokenText'),
        confirm: t('common.disable'),
        danger: true,
        change: disable,
      },
    },
  };
}

/** Disables an enabled token at once; undefined if the viewer cannot. */
export function leakedAction(token: Token, { t, viewer }: Tools): ObjectAction | undefined {
  const own = isOwn(token, viewer);
  if (token.status !== TokenStatus.enabled || !(own || outranks(viewer, { role: token.user_role })))
    return undefined;
  return {
    id: 'disable',
    label: t('common.disable'),
    icon: IconPlayerPause,
    act: { change: disabling(token, own, t) },
  };
}

function disabling(token: Token, own: boolean, t: Tools['t']): Required<Pick<Change, 'undo'>> & Change {
  const { id, name } = token;
  return {
    kind: 'token',
    send: () => (own ? switchToken(token, TokenStatus.disabled) : manageUserToken(id, 'disable')),
    done: t('palette.disabled', { name }),
    undo: () => (own ? switchToken(token, TokenStatus.enabled) : manageUserToken(id, 'enable')),
  };
}
