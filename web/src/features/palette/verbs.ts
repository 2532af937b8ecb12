import {
  IconArrowBackUp,
  IconCoin,
  IconDroplet,
  IconListNumbers,
  IconPlayerPause,
  IconPlayerPlay,
  IconTag,
  IconTestPipe,
} from '@tabler/icons-react';
import { actionsOf } from './objects/object-actions';
import { entryOf, nameOf } from './objects/object-entries';
import type { Tools } from './objects/tools';
import type { PaletteEntry, PaletteObject, Verb } from './palette.types';
import { wordsFor } from './words';

/** A verb with what it is matched by. */
export type NamedVerb = Verb & { keywords: string };

/** Actions whose record is chosen afterwards, or named behind them: `disable west 1`. */
export function verbsOf({ t, admin }: Tools): NamedVerb[] {
  const named = (verb: Verb): NamedVerb => ({ ...verb, keywords: wordsFor(verb.action, verb.kind) });
  const ofAll: Verb[] = [
    { kind: 'token', action: 'disable', label: t('palette.verb.disableToken'), icon: IconPlayerPause },
    { kind: 'token', action: 'enable', label: t('palette.verb.enableToken'), icon: IconPlayerPlay },
  ];
  const ofAdministrators: Verb[] = [
    { kind: 'channel', action: 'disable', label: t('palette.verb.disableChannel'), icon: IconPlayerPause },
    { kind: 'channel', action: 'enable', label: t('palette.verb.enableChannel'), icon: IconPlayerPlay },
    { kind: 'channel', action: 'test', label: t('palette.verb.testChannel'), icon: IconTestPipe },
    { kind: 'channel', action: 'drain', label: t('palette.verb.drainChannel'), icon: IconDroplet },
    { kind: 'channel', action: 'priority', label: t('palette.verb.priority'), icon: IconListNumbers },
    { kind: 'model', action: 'price', label: t('palette.verb.price'), icon: IconTag },
    { kind: 'request', action: 'refund', label: t('palette.verb.refund'), icon: IconArrowBackUp },
    { kind: 'user', action: 'quota', label: t('palette.verb.quota'), icon: IconCoin },
    { kind: 'user', action: 'disable', label: t('palette.verb.disableUser'), icon: IconPlayerPause },
    { kind: 'user', action: 'enable', label: t('palette.verb.enableUser'), icon: IconPlayerPlay },
  ];
  return [...(admin ? ofAdministrators : []), ...ofAll].map(named);
}

/** Asks for the record. */
export function verbEntry(verb: NamedVerb): PaletteEntry {
  return {
    id: `verb ${verb.kind} ${verb.action}`,
    label: verb.label,
    keywords: verb.keywords,
    icon: verb.icon,
    act: { step: { kind: 'pick', verb } },
  };
}

/** The verb done to each record that it is for: a disabled channel cannot be disabled. */
export function pickEntries(verb: Verb, objects: readonly PaletteObject[], tools: Tools): PaletteEntry[] {
  return objects
    .filter(({ kind }) => kind === verb.kind)
    .flatMap((object) => {
      const action = actionsOf(object, tools).find(({ id }) => id === verb.action);
      if (!action) return [];
      const { description, dot, id } = entryOf(object, tools);
      return {
        id: `${verb.action} ${id}`,
        label: `${action.label}: ${nameOf(object)}`,
        keywords: wordsFor(verb.action, verb.kind),
        icon: action.icon,
        act: action.act,
        ...(description !== undefined && { description }),
        ...(dot !== undefined && { dot }),
      };
    });
}

/** All actions on one record. */
export function actionEntries(object: PaletteObject, tools: Tools): PaletteEntry[] {
  return actionsOf(object, tools).map(({ id, label, icon, act }) => ({
    id: `${id} ${object.kind} ${nameOf(object)}`,
    label,
    icon,
    act,
    keywords: wordsFor(id, object.kind),
  }));
}
