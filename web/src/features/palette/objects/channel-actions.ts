import { ChannelStatus } from '#contract/enums';
import {
  IconAlertTriangle,
  IconDroplet,
  IconHistory,
  IconListNumbers,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTag,
  IconTestPipe,
} from '@tabler/icons-react';
import { call, withQuery } from '../../../lib/api/api';
import { formatFixed, nowSeconds } from '../../../lib/format/format';
import { sendEdit, withBefore } from '../../../lib/list/edit';
import { minutesLeft, sendDrain } from '../../channels/drain/use-drain';
import { isDrained } from '../../channels/drain/use-is-drained';
import { testChannel } from '../../channels/use-channels';
import type { Change, ObjectAction, ObjectOf } from '../palette.types';
import type { Tools } from './tools';

const HOUR = 3600;
const DRAIN_MINUTES = 30;

type Channel = ObjectOf<'channel'>;

/** What an administrator can do with a channel. */
export function channelActions(channel: Channel, { t, navigate }: Tools): ObjectAction[] {
  const { id, name, status } = channel;
  const go = (path: string) => ({ go: () => navigate(path) });
  const actions: (ObjectAction | false)[] = [
    { id: 'open', label: t('palette.edit'), icon: IconPencil, act: go(`/channel/edit/${id}`) },
    { id: 'page', label: t('palette.channelPage'), icon: IconPlugConnected, act: go(`/channel/${id}`) },
    {
      id: 'errors',
      label: t('palette.errorsOfHour'),
      icon: IconAlertTriangle,
      act: {
        go: () => navigate(withQuery('/log', { channel: id, result: 'failed', start: nowSeconds() - HOUR })),
      },
    },
    { id: 'log', label: t('palette.log'), icon: IconHistory, act: go(withQuery('/log', { channel: id })) },
    { id: 'test', label: t('common.test'), icon: IconTestPipe, act: { change: test(channel, t) } },
    status === ChannelStatus.enabled
      ? {
          id: 'disable',
          label: t('common.disable'),
          icon: IconPlayerPause,
          act: {
            step: {
              kind: 'confirm',
              title: t('palette.disableChannel', { name }),
              text: t('palette.disableChannelText'),
              confirm: t('common.disable'),
              danger: true,
              change: statusChange(channel, ChannelStatus.disabled, t),
            },
          },
        }
      : {
          id: 'enable',
          label: t('common.enable'),
          icon: IconPlayerPlay,
          act: { change: statusChange(channel, ChannelStatus.enabled, t) },
        },
    ...drainActions(channel, t),
    {
      id: 'priority',
      label: t('palette.priority'),
      icon: IconListNumbers,
      act: {
        step: {
          kind: 'form',
          title: t('palette.priorityOf', { name }),
          confirm: t('common.save'),
          fields: [
            { name: 'priority', kind: 'integer', label: t('channel.priority'), initial: channel.priority },
          ],
          change: ({ priority }) => priorityChange(channel, Number(priority), t),
        },
      },
    },
    {
      id: 'price',
      label: t('palette.modelPrices'),
      icon: IconTag,
      act: go('/prices'),
    },
  ];
  return actions.filter((action) => action !== false);
}

function test(channel: Channel, t: Tools['t']): Change {
  const { name } = channel;
  return {
    kind: 'channel',
    send: () => testChannel(channel),
    started: t('palette.testing', { name }),
    done: (seconds) => t('channel.testOk', { name, time: formatFixed(Number(seconds), 2) }),
  };
}

function statusChange(channel: Channel, status: number, t: Tools['t']): Change {
  const { id, name } = channel;
  const set = (wanted: number) => call<unknown>('PUT', '/api/channel/', { body: { id, status: wanted } });
  const enables = status === ChannelStatus.enabled;
  // Only the gateway disables automatically, so that cannot be restored.
  const canUndo = channel.status === ChannelStatus.enabled || channel.status === ChannelStatus.disabled;
  return {
    kind: 'channel',
    send: () => set(status),
    done: t(enables ? 'palette.enabled' : 'palette.disabled', { name }),
    ...(canUndo && { undo: () => set(channel.status) }),
  };
}

function drainActions(channel: Channel, t: Tools['t']): ObjectAction[] {
  if (channel.status !== ChannelStatus.enabled) return [];
  const { name } = channel;
  const undo = () => sendDrain([channel], minutesLeft(channel));
  if (isDrained(channel))
    return [
      {
        id: 'endDrain',
        label: t('channel.drain.end'),
        icon: IconPlayerPlay,
        act: {
          change: {
            kind: 'channel',
            send: () => sendDrain([channel], 0),
            done: t('palette.drainEnded', { name }),
            undo,
          },
        },
      },
    ];
  const time = t(`channel.drain.time.m${DRAIN_MINUTES}`);
  return [
    {
      id: 'drain',
      label: t('palette.drain', { time }),
      icon: IconDroplet,
      act: {
        step: {
          kind: 'confirm',
          title: t('palette.drainChannel', { name, time }),
          text: t('palette.drainText'),
          confirm: t('palette.drainConfirm'),
          danger: true,
          change: {
            kind: 'channel',
            send: () => sendDrain([channel], DRAIN_MINUTES),
            done: t('palette.drained', { name, time }),
            undo,
          },
        },
      },
    },
  ];
}

function priorityChange(channel: Channel, priority: number, t: Tools['t']): Change {
  const { id } = channel;
  return {
    kind: 'channel',
    send: () => sendEdit('/api/channel/', { id, ...withBefore({ priority }, channel) }),
    done: t('channel.saved'),
    undo: () =>
      sendEdit('/api/channel/', { id, ...withBefore({ priority: channel.priority }, { priority }) }),
  };
}
