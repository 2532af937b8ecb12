import { randomUUID } from 'node:crypto';
import { serialize } from 'node:v8';
import {
  ledgerTime,
  MAX_REQUEST_SECONDS,
  readEntry,
  settleItem,
  UnknownEntryFormat,
} from './journal-entry.js';
import type { ConsumeLog, Hold, Settlement } from './ledger.types.js';

const hold: Hold = {
  requestId: 'r1',
  userId: 1,
  tokenId: 2,
  tokenUnlimited: true,
  amount: 100,
  limit: undefined,
};

function settlement(texts: Partial<ConsumeLog>): Settlement {
  const log: ConsumeLog = {
    username: 'root',
    tokenName: 'token',
    modelName: 'gpt-4o',
    content: 'price 1.00',
    promptTokens: 20,
    completionTokens: 50,
    useTime: 1,
    isStream: false,
    group: 'default',
    other: { frt: 3 },
    ...texts,
  };
  const usageData = { username: log.username, model: log.modelName, tokens: 70 };
  return { quota: 17, channelId: 3, createdAt: 1_795_000_000, success: true, log, usageData };
}

/** Bytes per character in which V8 stores a text: its serializer writes `"` for one and `c` for two. */
const bytesPerCharacter = (text: string) => (String.fromCharCode(serialize(text)[2]!) === '"' ? 1 : 2);

test.each<[name: string, texts: Partial<ConsumeLog>]>([
  ['ASCII only', {}],
  ['a Chinese price text', { content: '模型倍率 0.07，补全倍率 4.00' }],
  ['a Chinese user and token', { username: '用户', tokenName: '令牌' }],
  ['a Chinese group and model', { group: '默认', modelName: '文心' }],
  ['details with emoji, accents and controls', { other: { reasoning_effort: 'é ✓ 😀 \u0007 "\\\n"' } }],
])('an entry has one byte per character, and is read as it was: %s', (_, texts) => {
  const settled = settlement(texts);
  const item = settleItem(hold, settled);
  expect(bytesPerCharacter(item.entry)).toBe(1);
  const { other, ...log } = settled.log!;
  const read = readEntry(item);
  expect(read).toMatchObject({ charge: 17, channelId: 3, log, usageData: settled.usageData });
  expect(JSON.parse(read.log!.other)).toEqual(other);
});

test('the measure of this test tells the two apart', () => {
  expect(['text', '文本'].map(bytesPerCharacter)).toEqual([1, 2]);
});

/** The bytes of every format that was ever written. An entry that changes must get a number of its own. */
const WRITTEN: readonly [name: string, entry: string][] = [
  [
    'format 1',
    '[1,"price 1.00",3,1795000000,["root","token","gpt-4o",20,50,1,false,"default"],["root","gpt-4o",70]]\n{"frt":3}',
  ],
  [
    'format 1 until 22 November 2026',
    '[1,"price 1.00",3,1795000000,["root","token","gpt-4o",20,50,1,false,"default",{"frt":3}],["root","gpt-4o",70]]',
  ],
];

test.each(WRITTEN)('is read: %s', (_name, entry) => {
  const { other, ...log } = settlement({}).log!;
  expect(readEntry({ ...settleItem(hold, settlement({})), entry })).toEqual({
    requestId: 'r1',
    userId: 1,
    tokenId: 2,
    channelId: 3,
    charge: 17,
    createdAt: 1_795_000_000,
    log: { ...log, other: JSON.stringify(other) },
    usageData: { username: 'root', model: 'gpt-4o', tokens: 70 },
  });
});

test('what is written is the first of them: a change of an entry raises its format', () => {
  expect(settleItem(hold, settlement({})).entry).toBe(WRITTEN[0]![1]);
});

test('an entry of a newer format is distinguished from a damaged one, also where its account has another form', () => {
  const read =
    (entry: string, userId = 1) =>
    () =>
      readEntry({ requestId: 'r1', userId, tokenId: 0, charge: 1, entry });
  expect(read('[2,{"anything":true}]', 0)).toThrow(UnknownEntryFormat);
  expect(read('["1",3]')).not.toThrow(UnknownEntryFormat);
  expect(read('["1",3]')).toThrow('unknown format 1');
});

test('texts that rows repeat are written like those that are new', () => {
  const [first, second] = [`price ${randomUUID()}`, `价格 ${randomUUID()}`];
  const contents = [first, second, first, second];
  const written = contents.map(
    (content) => readEntry(settleItem(hold, settlement({ content }))).log?.content,
  );
  expect(written).toEqual(contents);
});

test('without log and dashboard, an entry is the charge alone', () => {
  const settled = { ...settlement({}), log: undefined, usageData: undefined };
  const item = settleItem(hold, settled);
  expect(item.entry).toBe('[1,"",3,1795000000,0,0]');
  expect(readEntry(item)).toStrictEqual({
    requestId: 'r1',
    userId: 1,
    tokenId: 2,
    channelId: 3,
    charge: 17,
    createdAt: 1_795_000_000,
    log: undefined,
    usageData: undefined,
  });
});

test.each([
  ['no limit', undefined, true, { windowSeconds: 0, successLimit: 1 }],
  ['a success', { windowSeconds: 60, total: 0, success: 5 }, true, { windowSeconds: 60, successLimit: 5 }],
  ['a failure', { windowSeconds: 60, total: 0, success: 5 }, false, { windowSeconds: 0, successLimit: 5 }],
  [
    'a limit below 1, which no option allows',
    { windowSeconds: 60, total: 9, success: 0 },
    true,
    { windowSeconds: 60, successLimit: 1 },
  ],
])('only successes count in the window of the rate limit: %s', (_name, limit, success, counted) => {
  expect(settleItem({ ...hold, limit }, { ...settlement({}), success })).toMatchObject(counted);
});

test('an entry of the sweeper is marked, and no other', () => {
  const item = settleItem(hold, settlement({}));
  expect(readEntry({ ...item, isProvisional: true }).isProvisional).toBe(true);
  for (const usual of [item, { ...item, isProvisional: false }])
    expect(readEntry(usual)).not.toHaveProperty('isProvisional');
});

describe('a damaged entry is rejected and charges no account', () => {
  const entry = '[1,"",3,1795000000,0,0]';
  const raw = { requestId: 'r1', userId: 1, tokenId: 0, charge: 1, entry };
  const row = '["root","token","gpt-4o",20,50,1,false,"default"]';

  test.each<[name: string, change: Partial<typeof raw>, message: string]>([
    ['no request id', { requestId: '' }, 'request id'],
    ['a request id of 201 characters', { requestId: 'r'.repeat(201) }, 'request id'],
    ['no user', { userId: 0 }, 'no user'],
    ['a user below 0', { userId: -1 }, 'not a count'],
    ['a token that is no whole number', { tokenId: 1.5 }, 'not a count'],
    ['a negative charge', { charge: -1 }, 'not a count'],
    ['a charge that is no number', { charge: Number.NaN }, 'not a count'],
    ['a negative channel', { entry: '[1,"",-3,1795000000,0,0]' }, 'not a count'],
    ['no time', { entry: '[1,"",3]' }, 'not a count'],
    ['an object', { entry: '{"format":1}' }, 'not a list'],
    ['a text', { entry: '"1"' }, 'not a list'],
    ['a row that is no list', { entry: '[1,"",3,1795000000,"row",0]' }, 'not a list'],
    ['a dashboard sum that is no list', { entry: '[1,"",3,1795000000,0,"sum"]' }, 'not a list'],
    ['a row without details', { entry: `[1,"",3,1795000000,${row},0]` }, 'not an object'],
    ['details that are a list', { entry: `[1,"",3,1795000000,${row},0]\n[]` }, 'not an object'],
    ['details without their end', { entry: `[1,"",3,1795000000,${row},0]\n{"a":1` }, 'not an object'],
    ['details without their beginning', { entry: `[1,"",3,1795000000,${row},0]\n"a":1}` }, 'not an object'],
    ['a content that is no text', { entry: `[1,5,3,1795000000,${row},0]\n{}` }, 'not a text'],
  ])('%s', (_name, change, message) => {
    const read = () => readEntry({ ...raw, ...change });
    expect(read).toThrow(TypeError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(UnknownEntryFormat);
  });

  test.each([
    ['nothing', ''],
    ['an empty first line', `\n${entry}`],
    ['half an entry', '[1,"",3,17950'],
  ])('%s', (_name, damaged) => {
    expect(() => readEntry({ ...raw, entry: damaged })).toThrow(SyntaxError);
  });

  test('a request id of 200 characters is valid', () => {
    const requestId = 'r'.repeat(200);
    expect(readEntry({ ...raw, requestId })).toMatchObject({ requestId, charge: 1 });
  });
});

test('an entry of a newer format is named in logs by its error', () => {
  const read = () => readEntry({ requestId: 'r1', userId: 1, tokenId: 0, charge: 1, entry: '[2]' });
  expect(read).toThrow(expect.objectContaining({ name: 'UnknownEntryFormat', message: 'unknown format 2' }));
});

describe('the time of a row in the ledger', () => {
  const WEEK = 7 * 86_400;
  /** 25 November 2026, 12:00:00 UTC. */
  const BEGUN = Date.UTC(2026, 10, 25, 12) / 1000;
  const id = '20261125120000123456789ABCDEFGH';

  test.each([
    ['settled at once', id, BEGUN, BEGUN],
    ['settled a minute later', id, BEGUN + 60, BEGUN],
    ['a response of a session', `${id}-2`, BEGUN + 60, BEGUN],
    ['settled a week later', id, BEGUN + WEEK, BEGUN],
    ['settled more than a week later', id, BEGUN + WEEK + 1, BEGUN + WEEK + 1],
    ['settled by a clock that is behind', id, BEGUN - 1, BEGUN - 1],
    ['an id without a time', 'r1', BEGUN, BEGUN],
  ])('is the start of the request if that is plausible: %s', (_name, requestId, createdAt, time) => {
    expect(ledgerTime({ requestId, createdAt })).toBe(time);
  });

  test('a request takes at most a week', () => {
    expect(MAX_REQUEST_SECONDS).toBe(WEEK);
  });
});
