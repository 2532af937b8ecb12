import { serialize } from 'node:v8';
import { readEntry, settleItem, UnknownEntryFormat } from './journal-entry.js';
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
