import { bestOf, matching, rankOf, verbsIn } from '../../web/src/lib/list/matching';
import { subjectOf } from '../../web/src/features/palette/page-subject';
import { readQuery } from '../../web/src/features/palette/query';
import { groupsOf, type Sections } from '../../web/src/features/palette/sections';
import type { PaletteEntry } from '../../web/src/features/palette/palette.types';
import { wordsFor } from '../../web/src/features/palette/words';

const labelled = (...labels: string[]) => labels.map((label) => ({ label }));
const labels = (found: readonly { label: string }[]) => found.map(({ label }) => label);

describe('matching', () => {
  test('the label is better than its beginning, beginnings of words, other words and initials', () => {
    const entry = { label: 'Add redemption codes', keywords: 'vouchers 兑换码' };
    expect(rankOf('add redemption codes', entry)).toBe(0);
    expect(rankOf('add red', entry)).toBe(1);
    expect(rankOf('codes add', entry)).toBe(2);
    expect(rankOf('vouch codes', entry)).toBe(3);
    expect(rankOf('arc', entry)).toBe(4);
    expect(rankOf('', entry)).toBe(0);
  });

  test('the middle of a word does not match', () => {
    expect(rankOf('able', { label: 'Disable a channel' })).toBeUndefined();
    expect(rankOf('disable x', { label: 'Disable a channel' })).toBeUndefined();
  });

  test.each([
    ['ban', true],
    ['停用', true],
    ['停用渠道', true],
    ['封禁渠', true],
    ['停用用户', false],
    ['DISABLE', true],
    ['ｄｉｓａｂｌｅ', true],
  ])('%s finds "Disable a channel": %s', (query, isFound) => {
    const entry = { label: 'Disable a channel', keywords: wordsFor('disable', 'channel') };
    expect(rankOf(query, entry) !== undefined).toBe(isFound);
  });

  test('the best come first, equal ones in their order', () => {
    const entries = labelled('Users', 'Add a user', 'User tokens', 'Tokens');
    expect(labels(matching(entries, 'user'))).toEqual(['Users', 'User tokens', 'Add a user']);
    expect(labels(matching(entries, 'user', 1))).toEqual(['Users']);
    expect(bestOf(entries, 'tokens')?.label).toBe('Tokens');
    expect(bestOf(entries, 'nothing of these')?.label).toBe('Users');
    expect(bestOf([], 'user')).toBeUndefined();
  });

  test('a verb may be followed by the record', () => {
    const verbs = [
      { label: 'Disable a channel', keywords: wordsFor('disable', 'channel') },
      { label: 'Disable a user', keywords: wordsFor('disable', 'user') },
      { label: 'Test a channel', keywords: wordsFor('test', 'channel') },
    ];
    const split = (query: string) => {
      const found = verbsIn(query, verbs);
      return found && [labels(found.verbs), found.rest];
    };
    expect(split('disable west 1')).toEqual([['Disable a channel', 'Disable a user'], 'west 1']);
    expect(split('ban user bob')).toEqual([['Disable a user'], 'bob']);
    expect(split('停用 west')).toEqual([['Disable a channel', 'Disable a user'], 'west']);
    expect(split('disable')).toBeUndefined();
    expect(split('a west')).toBeUndefined();
    expect(split('west 1')).toBeUndefined();
  });
});

describe('a query', () => {
  test.each([
    ['> test', 'actions', 'test'],
    ['@bob', 'users', 'bob'],
    ['#12', 'channels', '12'],
    ['/ price', 'settings', 'price'],
    ['bob', undefined, 'bob'],
  ])('%s is limited to %s', (input, scope, text) => {
    expect(readQuery(input, true)).toMatchObject({ scope, text });
  });

  test('users have no prefix but that of actions', () => {
    expect(readQuery('>new', false)).toMatchObject({ scope: 'actions', text: 'new' });
    for (const input of ['@bob', '#12', '/price'])
      expect(readQuery(input, false)).toMatchObject({ scope: undefined, text: input, searched: input });
  });

  test('ids and keys are recognised, and a key is never searched for by its text', () => {
    const requestId = '20261130014512123456789Ab3dEf7h';
    expect(readQuery('#12', true).id).toBe(12);
    expect(readQuery('12', true).id).toBe(12);
    expect(readQuery('12a', true).id).toBeUndefined();
    expect(readQuery(`no channel (request id: ${requestId})`, true)).toMatchObject({
      requestId,
      searched: '',
    });
    const key = `sk-${'k'.repeat(48)}`;
    expect(readQuery(key, true)).toMatchObject({ key, searched: '' });
    expect(readQuery('x'.repeat(101), true).searched).toBe('');
    expect(readQuery('/price', true).searched).toBe('');
  });
});

describe('sections', () => {
  const entry = (id: string): PaletteEntry => ({ id, label: id, act: { go: () => undefined } });
  const group = (...ids: string[]) => [{ label: ids.join(), entries: ids.map(entry) }];
  const sections: Sections = {
    recent: group('recent', 'channel 1'),
    pages: group('page'),
    settings: group('setting'),
    objects: [...group('channel 1', 'channel 2'), ...group('user 1')],
    actions: group('action'),
    onPage: group('test channel 9'),
    exact: group('channel 1'),
  };
  const idsOf = (scope?: Parameters<typeof groupsOf>[1]) =>
    groupsOf(sections, scope).flatMap(({ entries }) => entries.map(({ id }) => id));

  test('exact hits, the record of the page, actions, records, settings, pages and recent ones, each once', () => {
    expect(idsOf()).toEqual([
      'channel 1',
      'test channel 9',
      'action',
      'channel 2',
      'user 1',
      'setting',
      'page',
      'recent',
    ]);
  });

  test('a prefix leaves its sections', () => {
    expect(idsOf('actions')).toEqual(['test channel 9', 'action']);
    expect(idsOf('channels')).toEqual(['channel 1', 'channel 2', 'user 1']);
    expect(idsOf('settings')).toEqual(['setting']);
  });

  test('empty groups are left out', () => {
    expect(groupsOf({ ...sections, settings: [{ label: 'none', entries: [] }] }, 'settings')).toEqual([]);
  });
});

test.each([
  ['/channel/12', '', { kind: 'channel', id: '12' }],
  ['/channel/edit/12', '', { kind: 'channel', id: '12' }],
  ['/user/edit/3', '', { kind: 'user', id: '3' }],
  ['/user', 'keyword=%233', { kind: 'user', id: '3' }],
  ['/user', 'keyword=bob', undefined],
  ['/token/edit/4', '', { kind: 'token', id: '4' }],
  ['/user-tokens', 'keyword=4', { kind: 'token', id: '4' }],
  [
    '/log',
    'request_id=20261130014512123456789Ab3dEf7h',
    { kind: 'request', id: '20261130014512123456789Ab3dEf7h' },
  ],
  ['/channel', '', undefined],
  ['/channel/add', '', undefined],
])('the page %s?%s is about %j', (path, query, subject) => {
  expect(subjectOf(path, new URLSearchParams(query))).toEqual(subject);
});
