import { RedemptionStatus } from '#contract/enums';
import {
  IconArrowBackUp,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTag,
} from '@tabler/icons-react';
import { call, withQuery } from '../../../lib/api/api';
import type { Change, ObjectAction, ObjectOf, PaletteObject } from '../palette.types';
import { channelActions } from './channel-actions';
import { tokenActions } from './token-actions';
import type { Tools } from './tools';
import { userActions } from './user-actions';

/** What the viewer can do with a record. */
export function actionsOf(object: PaletteObject, tools: Tools): ObjectAction[] {
  switch (object.kind) {
    case 'channel':
      return channelActions(object, tools);
    case 'user':
      return userActions(object, tools);
    case 'token':
      return tokenActions(object, tools);
    case 'model':
      return modelActions(object, tools);
    case 'code':
      return codeActions(object, tools);
    case 'request':
      return requestActions(object, tools);
  }
}

function modelActions({ name }: ObjectOf<'model'>, { t, admin, navigate }: Tools): ObjectAction[] {
  const go = (path: string) => ({ go: () => navigate(path) });
  const actions: (ObjectAction | false)[] = [
    admin && {
      id: 'channels',
      label: t('palette.channels'),
      icon: IconPlugConnected,
      act: go(withQuery('/channel', { model: name })),
    },
    {
      id: 'price',
      label: t(admin ? 'palette.changePrice' : 'palette.seePrice'),
      icon: IconTag,
      act: go(admin ? withQuery('/prices', { model: name }) : withQuery('/pricing', { keyword: name })),
    },
    {
      id: 'errors',
      label: t('palette.errors'),
      icon: IconHistory,
      act: go(withQuery('/log', { model_name: name, result: 'failed' })),
    },
    {
      id: 'log',
      label: t('palette.log'),
      icon: IconHistory,
      act: go(withQuery('/log', { model_name: name })),
    },
  ];
  return actions.filter((action) => action !== false);
}

function codeActions(code: ObjectOf<'code'>, { t, navigate }: Tools): ObjectAction[] {
  const { id, name, status } = code;
  const set = (wanted: number): Promise<unknown> =>
    call('PUT', '/api/redemption/?status_only=true', { body: { id, status: wanted } });
  const change = (wanted: number, done: string): Change => ({
    kind: 'code',
    send: () => set(wanted),
    done,
    undo: () => set(status),
  });
  const edit: ObjectAction = {
    id: 'open',
    label: t('palette.edit'),
    icon: IconPencil,
    act: { go: () => navigate(`/redemption/edit/${id}`) },
  };
  if (status === RedemptionStatus.used) return [edit];
  if (status === RedemptionStatus.disabled)
    return [
      edit,
      {
        id: 'enable',
        label: t('common.enable'),
        icon: IconPlayerPlay,
        act: { change: change(RedemptionStatus.unused, t('palette.enabled', { name })) },
      },
    ];
  return [
    edit,
    {
      id: 'disable',
      label: t('common.disable'),
      icon: IconPlayerPause,
      act: {
        step: {
          kind: 'confirm',
          title: t('palette.disableCode', { name }),
          text: t('palette.disableCodeText'),
          confirm: t('common.disable'),
          danger: true,
          change: change(RedemptionStatus.disabled, t('palette.disabled', { name })),
        },
      },
    },
  ];
}

function requestActions({ id }: ObjectOf<'request'>, { t, admin, navigate }: Tools): ObjectAction[] {
  const log: ObjectAction = {
    id: 'log',
    label: t('palette.logsOfRequest'),
    icon: IconHistory,
    act: { go: () => navigate(withQuery('/log', { request_id: id })) },
  };
  if (!admin) return [log];
  return [
    log,
    {
      id: 'refund',
      label: t('palette.refundRequest'),
      icon: IconArrowBackUp,
      act: { step: { kind: 'refund', requestId: id } },
    },
  ];
}
