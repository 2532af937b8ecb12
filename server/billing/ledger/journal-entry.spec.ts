import { serialize } from 'node:v8';
import { readEntry, settleItem } from './journal-entry.js';
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
  ['details with emoji, accents and controls', { other: { reason: 'é ✓ 😀 \u0007 "\\\n"' } }],
])('an entry has one byte per character, and is read as it was: %s', (_, texts) => {
  const given = settlement(texts);
  const item = settleItem(hold, given);
  expect(bytesPerCharacter(item.entry)).toBe(1);
  const { other, ...log } = given.log!;
  const read = readEntry(item);
  expect(read).toMatchObject({ charge: 17, channelId: 3, log, usageData: given.usageData });
  expect(JSON.parse(read.log!.other)).toEqual(other);
});

test('the measure of this test tells the two apart', () => {
  expect(['text', '文本'].map(bytesPerCharacter)).toEqual([1, 2]);
});
