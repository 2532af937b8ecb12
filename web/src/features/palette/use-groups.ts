import type { UserTokenResponse } from '#contract/resources/accounts/user-token';
import { IconHistory, IconKey } from '@tabler/icons-react';
import { withQuery } from '../../lib/api/api';
import { pathOfUserToken } from '../user-tokens/use-user-tokens';
import { bestOf, matching, verbsIn } from '../../lib/list/matching';
import { inviteEntries } from './objects/invite-entries';
import { entryOf, objectsIn, recentEntry } from './objects/object-entries';
import { leakedAction } from './objects/token-actions';
import type { Tools } from './objects/tools';
import type { PaletteEntry, PaletteGroup, PaletteObject } from './palette.types';
import { type PaletteQuery, readQuery } from './query';
import { recentObjects } from './recent';
import { groupsOf } from './sections';
import { useCommands } from './use-commands';
import { usePageObject } from './use-page-object';
import { usePages } from './use-pages';
import { useSearch, useTokensOfKey } from './use-search';
import { useSettings } from './use-settings';
import { actionEntries, pickEntries, verbEntry, verbsOf } from './verbs';

/** Actions while nothing is typed, so that pages stay in view. */
const FEW_ACTIONS = 5;
const MAX_ACTIONS = 8;
const MAX_SETTINGS = 8;
const MAX_RECENT = 5;

export interface Listed {
  groups: PaletteGroup[];
  /** The entry that Enter chooses unless another one is selected: an exact hit, or what matches best wherever it stands. */
  preferred: string | undefined;
  /** Whether more is still to come. */
  isBusy: boolean;
  /** Why records are missing. */
  problem: string | undefined;
}

/** What the palette lists for a query. */
export function useGroups(input: string, tools: Tools): Listed {
  const { t, admin, viewer } = tools;
  const query = readQuery(input, admin);
  const { text, scope } = query;
  const pages = usePages(tools);
  const commands = useCommands(tools);
  const settings = useSettings(text !== '' || scope === 'settings', tools);
  const subject = usePageObject(admin);
  const search = useSearch(scope === 'actions' ? '' : query.searched);
  const holders = useTokensOfKey(admin ? query.key : undefined);

  const verbs = verbsOf(tools);
  const named = scope === undefined || scope === 'actions' ? verbsIn(query.searched, verbs) : undefined;
  const ofRest = useSearch(named?.rest ?? '');
  const picked = named?.verbs.flatMap((verb) => pickEntries(verb, objectsIn(ofRest.found), tools)) ?? [];
  const invited = admin && scope !== 'users' ? inviteEntries(text, tools) : [];
  const asked = verbs.map(verbEntry);
  const actions =
    text === '' && scope === undefined
      ? [...commands, ...asked].slice(0, FEW_ACTIONS)
      : matching([...asked, ...commands], text, scope === 'actions' ? Infinity : MAX_ACTIONS);

  const objects = objectsIn(search.found);
  const recent = recentObjects(viewer?.id)
    .slice(0, MAX_RECENT)
    .map((one) => recentEntry(one, tools));
  const exact = [...exactEntries(query, objects, tools), ...holderEntries(holders.tokens, tools)];
  const groups = groupsOf(
    {
      exact: [{ label: t('palette.exact'), entries: exact }],
      onPage: subject
        ? [
            {
              label: t('palette.onPage', { name: entryOf(subject, tools).label }),
              entries: matching(actionEntries(subject, tools), text),
            },
          ]
        : [],
      actions: [
        { label: t('palette.commands'), entries: [...invited, ...picked.slice(0, MAX_ACTIONS), ...actions] },
      ],
      objects: objectGroups(objects, scope, tools),
      settings: [
        {
          label: t('nav.settings'),
          entries: text || scope === 'settings' ? matching(settings, text, MAX_SETTINGS) : [],
        },
      ],
      pages: [{ label: t('palette.pages'), entries: matching(pages, text) }],
      recent: [{ label: t('palette.recent'), entries: matching(recent, text) }],
    },
    scope,
  );
  const entries = groups.flatMap((group) => group.entries);
  const preferred = exact[0] ?? bestOf(entries, text);
  return {
    groups,
    preferred: preferred?.id,
    isBusy: search.isBusy || ofRest.isBusy || holders.isBusy,
    problem: search.problem ?? ofRest.problem ?? holders.problem,
  };
}

/** The tokens of a pasted key. A key that has leaked is stopped by one click, which can be undone. */
function holderEntries(tokens: readonly UserTokenResponse[], tools: Tools): PaletteEntry[] {
  const { t, navigate } = tools;
  return tokens.flatMap((token) => {
    const object = { kind: 'token' as const, ...token };
    const named = { name: token.name, owner: token.username };
    const open: PaletteEntry = {
      ...entryOf(object, tools),
      label: t('palette.tokenOfKey', named),
      description: token.masked_key,
      icon: IconKey,
      act: { go: () => navigate(pathOfUserToken(token)) },
    };
    // A few characters may be those of several keys.
    const disable = tokens.length === 1 ? leakedAction(object, tools) : undefined;
    if (!disable) return [open];
    const { icon, act } = disable;
    return [open, { id: `disable ${open.id}`, label: t('palette.disableOfKey', named), icon, act }];
  });
}

/** The record with the typed id, and the request of a pasted text. */
function exactEntries(query: PaletteQuery, objects: readonly PaletteObject[], tools: Tools): PaletteEntry[] {
  const { requestId, id, scope } = query;
  if (requestId) {
    const request = { kind: 'request' as const, id: requestId };
    return [
      {
        ...entryOf(request, tools),
        label: tools.t('palette.logsOfRequest'),
        description: requestId,
      },
      ...actionEntries(request, tools).filter((entry) => 'step' in entry.act),
    ];
  }
  if (id === undefined) return [];
  return objects
    .filter((object) => 'id' in object && object.id === id && isIn(object, scope))
    .map((object) => entryOf(object, tools));
}

function isIn({ kind }: PaletteObject, scope: PaletteQuery['scope']): boolean {
  if (scope === 'users') return kind === 'user';
  return scope !== 'channels' || kind === 'channel';
}

/** One group for each kind, and one for the logs of models. */
function objectGroups(
  objects: readonly PaletteObject[],
  scope: PaletteQuery['scope'],
  tools: Tools,
): PaletteGroup[] {
  const { t, navigate } = tools;
  const entriesOf = (kind: PaletteObject['kind']) =>
    objects
      .filter((object) => object.kind === kind && isIn(object, scope))
      .map((object) => entryOf(object, tools));
  const models = objects.filter((object) => object.kind === 'model' && isIn(object, scope));
  return [
    { label: t('palette.channels'), entries: entriesOf('channel') },
    { label: t('palette.users'), entries: entriesOf('user') },
    { label: t('palette.tokens'), entries: entriesOf('token') },
    { label: t('palette.models'), entries: entriesOf('model') },
    { label: t('palette.codes'), entries: entriesOf('code') },
    {
      label: t('palette.logs'),
      entries: models.flatMap((model) =>
        model.kind === 'model'
          ? {
              id: `log of model ${model.name}`,
              label: t('palette.logsOfModel', { name: model.name }),
              icon: IconHistory,
              act: { go: () => navigate(withQuery('/log', { model_name: model.name })) },
            }
          : [],
      ),
    },
  ];
}
