import { NEW_CHANNEL } from '../../web/src/features/channels/form/channel-values';
import {
  groupDifferences,
  groupsWithErrors,
} from '../../web/src/features/channels/form/advanced/group-differences';
import {
  earlierRows,
  readRows,
  rowProblem,
  writeRows,
} from '../../web/src/features/channels/form/mapping/map-rows';
import { modelOptions } from '../../web/src/features/channels/form/model-options';
import { matchesProvider } from '../../web/src/features/channels/form/provider-search';

test('a mapping is the same as rows and as JSON', () => {
  const text = '{"gpt-4": "gpt-6-luna", "say \\"hi\\"": "a\\\\b", "模型": "m"}';
  const rows = readRows(text)!;
  expect(rows).toEqual([
    { from: 'gpt-4', to: 'gpt-6-luna' },
    { from: 'say "hi"', to: 'a\\b' },
    { from: '模型', to: 'm' },
  ]);
  expect(JSON.parse(writeRows(rows))).toEqual(JSON.parse(text));
  expect(readRows(writeRows(rows))).toEqual(rows);
});

test.each([
  ['', []],
  ['  ', []],
  ['{ }', []],
  ['{"400": 500, "401":"502"}', ['400 500', '401 502']],
  ['\n{\n  "a": "b"\n}\n', ['a b']],
])('%j has these rows', (text, rows) => {
  expect(readRows(text)?.map(({ from, to }) => `${from} ${to}`)).toEqual(rows);
});

test.each([
  '{"a":',
  '{"a": "b",}',
  '{"a": {"b": "c"}}',
  '{"a": ["b"]}',
  '{"a": "b"} more',
  '{"a": "\\q"}',
  '["a"]',
  '"a"',
  '{"a" "b"}',
  '{"a": "{\\"b\\": 1}", "c": null}',
])('%j cannot be shown as rows and stays as it is', (text) => {
  expect(readRows(text)).toBeUndefined();
});

test('empty rows are not written, spaces around names neither', () => {
  expect(
    writeRows([
      { from: ' a ', to: 'b' },
      { from: '', to: ' ' },
    ]),
  ).toBe('{\n  "a": "b"\n}');
  expect(writeRows([{ from: ' ', to: '' }])).toBe('');
});

test('names that occur twice are kept and reported, as are rows with one half only', () => {
  const text = writeRows([
    { from: 'a', to: 'b' },
    { from: 'c', to: 'd' },
    { from: 'a ', to: 'e' },
  ]);
  expect(readRows(text)).toHaveLength(3);
  expect(earlierRows(readRows(text)!)).toEqual([undefined, undefined, 0]);
  expect(rowProblem(text)).toEqual({ kind: 'twice', name: 'a' });
  expect(rowProblem('{"a": ""}')).toEqual({ kind: 'incomplete', name: 'a' });
  expect(rowProblem('{"": "b"}')).toEqual({ kind: 'incomplete', name: 'b' });
  expect(rowProblem('{"a": "b"}')).toBeUndefined();
  expect(rowProblem('')).toBeUndefined();
  expect(rowProblem('{"a":')).toBeUndefined();
});

test('a new channel has nothing to report; each group reports what is set in it', () => {
  const none = { routing: [], mappings: [], upstream: [], further: [] };
  expect(groupDifferences(NEW_CHANNEL, false)).toEqual(none);
  // Shown beside the key.
  expect(groupDifferences({ ...NEW_CHANNEL, setting: '{"multi_key":true}' }, false)).toEqual(none);
  expect(
    groupDifferences(
      {
        ...NEW_CHANNEL,
        groups: ['vip', 'default'],
        priority: 10,
        autoBan: false,
        mapping: '{"a":"b"}',
        statusMapping: '{"400":',
        baseUrl: 'https://a.example',
        override: '{"temperature":0}',
        testModel: 'm',
        setting: '{"proxy":"socks5://h:1","limits":{"concurrency":2},"force_format":true,"mine":1}',
      },
      false,
    ),
  ).toEqual({
    routing: [
      { kind: 'groups', value: 'vip, default' },
      { kind: 'priority', value: 10 },
      { kind: 'noAutoBan' },
      { kind: 'limits', n: 1 },
    ],
    mappings: [{ kind: 'models', n: 1 }, { kind: 'unreadable' }],
    upstream: [
      { kind: 'address', value: 'https://a.example' },
      { kind: 'proxy' },
      { kind: 'parameters', n: 1 },
    ],
    further: [
      { kind: 'testModel', value: 'm' },
      { kind: 'member', key: 'force_format' },
      { kind: 'member', key: 'mine' },
    ],
  });
  expect(groupDifferences({ ...NEW_CHANNEL, baseUrl: 'https://a.example' }, true)).toEqual(none);
});

test('errors open the group of their field', () => {
  const values = { ...NEW_CHANNEL, setting: '{"proxy":"ftp://nowhere"}' };
  expect(groupsWithErrors({ name: 'x', mapping: 'x', setting: 'x' }, values, false)).toEqual([
    'mappings',
    'upstream',
  ]);
  expect(groupsWithErrors({ setting: 'x', baseUrl: 'x' }, { ...values, setting: '{' }, true)).toEqual([
    'further',
  ]);
});

test('models are offered with those of the type first and retired ones last', () => {
  const dates = (model: string, retired: boolean) => ({
    model,
    released: '',
    retires: '2026-10-23',
    retired,
  });
  const type = { models: ['new'], model_dates: [dates('old', true), dates('soon', false)] };
  expect(modelOptions(type, ['old', 'soon', 'new', 'other', 'other'])).toEqual({
    suggested: ['new'],
    others: ['soon', 'other'],
    retired: ['old'],
  });
  expect(modelOptions(undefined, ['a'])).toEqual({ suggested: [], others: ['a'], retired: [] });
});

test.each([
  ['qwen', true],
  ['DASH scope', true],
  ['千问', true],
  ['tongyi', true],
  ['', true],
  ['gemini', false],
])('a provider is found by its names and by other words: %s', (search, found) => {
  const type = {
    id: 'ali',
    name: { en: 'Ali Tongyi Qianwen', zh: '阿里通义千问' },
    synonyms: ['DashScope', 'Qwen'],
  };
  expect(matchesProvider(type, 'Ali', search)).toBe(found);
});
