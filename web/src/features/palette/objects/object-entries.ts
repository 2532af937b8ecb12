import { ChannelStatus, RedemptionStatus, TokenStatus, UserStatus } from '#contract/enums';
import type { SearchResponse } from '#contract/resources/search';
import {
  type Icon,
  IconCube,
  IconHistory,
  IconKey,
  IconPlugConnected,
  IconTicket,
  IconUser,
} from '@tabler/icons-react';
import { withQuery } from '../../../lib/api/api';
import { formatQuota } from '../../../lib/format/format';
import { isDrained } from '../../channels/drain/use-is-drained';
import type { ObjectKind, ObjectOf, PaletteEntry, PaletteObject, RecentObject } from '../palette.types';
import { pathOfToken } from './token-actions';
import type { Tools } from './tools';
import { pathOfUser } from './user-actions';

export const OBJECT_ICONS: Readonly<Record<ObjectKind, Icon>> = {
  channel: IconPlugConnected,
  user: IconUser,
  token: IconKey,
  model: IconCube,
  code: IconTicket,
  request: IconHistory,
};

/** The found records. */
export function objectsIn(found: SearchResponse | undefined): PaletteObject[] {
  if (!found) return [];
  return [
    ...found.channels.map((channel) => ({ kind: 'channel' as const, ...channel })),
    ...found.users.map((user) => ({ kind: 'user' as const, ...user })),
    ...found.tokens.map((token) => ({ kind: 'token' as const, ...token })),
    ...found.models.map((model) => ({ kind: 'model' as const, ...model })),
    ...found.redemptions.map((code) => ({ kind: 'code' as const, ...code })),
  ];
}

export function nameOf(object: PaletteObject): string {
  if (object.kind === 'user') return object.username;
  return object.kind === 'request' ? object.id : object.name;
}

/** The record with its state; choosing it opens it. */
export function entryOf(object: PaletteObject, tools: Tools): PaletteEntry {
  const name = nameOf(object);
  const { kind } = object;
  const id = kind === 'model' ? object.name : object.id;
  const path = pathOf(object, tools);
  return {
    id: `${kind} ${id}`,
    label: name,
    ...stateOf(object, tools),
    icon: OBJECT_ICONS[kind],
    act: { go: () => tools.navigate(path) },
    object,
    ...(kind !== 'request' && { recent: { kind, id, name, path } }),
  };
}

/** Opened before; its state is not known. */
export function recentEntry(recent: RecentObject, { t, navigate }: Tools): PaletteEntry {
  const { kind, id, name, path } = recent;
  const title = t(`palette.kind.${kind}`);
  return {
    id: `${kind} ${id}`,
    label: name,
    description: kind === 'model' ? title : `${title} #${id}`,
    icon: OBJECT_ICONS[kind],
    act: { go: () => navigate(path) },
    recent,
  };
}

function pathOf(object: PaletteObject, { viewer, admin }: Tools): string {
  switch (object.kind) {
    case 'channel':
      return `/channel/edit/${object.id}`;
    case 'user':
      return pathOfUser(object, viewer);
    case 'token':
      return pathOfToken(object, viewer);
    case 'model':
      return admin
        ? withQuery('/channel', { model: object.name })
        : withQuery('/pricing', { keyword: object.name });
    case 'code':
      return `/redemption/edit/${object.id}`;
    case 'request':
      return withQuery('/log', { request_id: object.id });
  }
}

type State = Pick<PaletteEntry, 'description' | 'dot'>;

/** The second line, which ends with the state, and the color of the state. */
function stateOf(object: PaletteObject, tools: Tools): State {
  const { t, viewer, money } = tools;
  switch (object.kind) {
    case 'channel': {
      const [state, dot] = channelState(object, t);
      return { description: line(`#${object.id}`, tools.typeName(object.type), state), dot };
    }
    case 'user': {
      const [state, dot] = userState(object, t);
      const { id, display_name: display, quota } = object;
      return { description: line(`#${id}`, display, formatQuota(quota, money), state), dot };
    }
    case 'token': {
      const [state, dot] = tokenState(object.status, t);
      const owner = object.user_id === viewer?.id ? undefined : object.username;
      return { description: line(`#${object.id}`, owner, state), dot };
    }
    case 'model':
      return object.channels === null
        ? { description: t('palette.priceOfModel') }
        : {
            description: line(t('palette.channelsOfModel'), String(object.channels)),
            dot: object.channels > 0 ? 'green' : 'red',
          };
    case 'code': {
      const [state, dot] = codeState(object.status, t);
      return { description: line(`#${object.id}`, formatQuota(object.quota, money), state), dot };
    }
    case 'request':
      return {};
  }
}

function line(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

function channelState(channel: ObjectOf<'channel'>, t: Tools['t']): [text: string, dot: string] {
  const { status } = channel;
  if (status === ChannelStatus.autoDisabled) return [t('channel.autoDisabled'), 'red'];
  if (status === ChannelStatus.disabled) return [t('channel.disabled'), 'yellow'];
  if (status !== ChannelStatus.enabled) return [t('channel.unknownStatus'), 'gray'];
  if (isDrained(channel)) return [t('channel.drain.badge'), 'blue'];
  return channel.test_failed ? [t('channel.lastTest.failedBadge'), 'red'] : [t('channel.enabled'), 'green'];
}

function userState({ status, deleted }: ObjectOf<'user'>, t: Tools['t']): [text: string, dot: string] {
  if (deleted) return [t('user.deleted'), 'gray'];
  if (status === UserStatus.enabled) return [t('user.active'), 'green'];
  return status === UserStatus.banned ? [t('user.banned'), 'red'] : [t('user.unknownStatus'), 'gray'];
}

function tokenState(status: number, t: Tools['t']): [text: string, dot: string] {
  if (status === TokenStatus.enabled) return [t('token.enabled'), 'green'];
  if (status === TokenStatus.disabled) return [t('token.disabled'), 'red'];
  if (status === TokenStatus.expired) return [t('token.expired'), 'yellow'];
  return status === TokenStatus.exhausted
    ? [t('token.exhausted'), 'gray']
    : [t('token.unknownStatus'), 'gray'];
}

function codeState(status: number, t: Tools['t']): [text: string, dot: string] {
  if (status === RedemptionStatus.unused) return [t('redemption.unused'), 'green'];
  return status === RedemptionStatus.disabled
    ? [t('redemption.disabled'), 'red']
    : [t('redemption.used'), 'gray'];
}
