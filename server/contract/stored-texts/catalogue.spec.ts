import { partsOf, type StoredText, type StoredValue } from './stored-text.js';
import { storedTextSchema } from './schema.js';
import { chineseText, storedTexts, textIn, type StoredTextCode } from './catalogue.js';
import { englishOf } from './stored-sentence.js';

const HAN = /\p{Script=Han}/u;
const codes = Object.keys(storedTexts) as StoredTextCode[];

function namesOf(template: string): string[] {
  return partsOf(template).filter((_, index) => index % 2 === 1);
}

/** Parameters that are texts themselves. */
const NESTED: Readonly<Record<string, StoredText>> = {
  quota: { code: 'amount_in_currency', params: { amount: '0.004000' } },
  old: { code: 'amount_in_units', params: { amount: 2000 } },
  text: {
    code: 'price_per_token',
    params: { model: '1.00', completion: '2.00', group: '1.50' },
  },
};

function sample(code: StoredTextCode): StoredText {
  const names = namesOf(storedTexts[code].zh);
  const params = Object.fromEntries(
    names.map((name, index): [string, StoredValue] => [name, NESTED[name] ?? `v${index}`]),
  );
  return names.length > 0 ? { code, params } : { code };
}

describe('each text of the catalogue', () => {
  test.each(codes)('%s has the same parameters in both languages', (code) => {
    const { zh, en } = storedTexts[code];
    expect(namesOf(en).toSorted()).toEqual(namesOf(zh).toSorted());
    expect(en).not.toMatch(HAN);
  });

  test.each(codes)('%s is the same in English by its code and by its Chinese sentence', (code) => {
    const text = sample(code);
    const english = textIn('en', text)!;
    expect(english).not.toMatch(HAN);
    expect(english).not.toContain('{');
    expect(englishOf(chineseText(text))).toBe(english);
  });

  test('is read from a row as it was stored', () => {
    for (const code of codes) {
      const text = sample(code);
      expect(storedTextSchema.parse(JSON.parse(JSON.stringify(text)))).toEqual(text);
    }
  });
});

test('a code of a newer release has no text', () => {
  expect(textIn('en', { code: 'of_tomorrow' })).toBeUndefined();
  expect(chineseText({ code: 'of_tomorrow' })).toBe('of_tomorrow');
});

test('a text with a parameter of a newer release has no text, so that its Chinese sentence is shown', () => {
  const quota = { code: 'of_tomorrow' };
  expect(textIn('en', { code: 'quota_for_inviter', params: { quota } })).toBeUndefined();
  const text = { code: 'task_action', params: { text: { code: 'task_id', params: { text: quota } } } };
  expect(textIn('en', text)).toBeUndefined();
});

test('parameters are shown as they are, whatever they contain', () => {
  const params = { id: '{quota} $& 余额不足', quota: 5 };
  expect(textIn('en', { code: 'code_redeemed', params })).toBe('Redeemed 5, code ID {quota} $& 余额不足');
});

test.each([
  [
    '模型固定价格 0.10，分组倍率 1.00，操作 IMAGINE，ID mj-157',
    'Model price 0.10, group ratio 1.00, action IMAGINE, ID mj-157',
  ],
  [
    '模型固定价格 0.10，分组倍率 1.00，时长（秒） 5，尺寸倍率 1.6667，操作 GENERATE',
    'Model price 0.10, group ratio 1.00, seconds 5, size ratio 1.6667, action GENERATE',
  ],
  [
    '模型倍率 1.00，补全倍率 2.00，分组倍率 1.00（可能是上游超时）, 大小 1024x1024, 品质 hd，模型 gpt-9',
    'Model ratio 1.00, completion ratio 2.00, group ratio 1.00 (the upstream may have timed out), size 1024x1024, quality hd, model gpt-9',
  ],
])('the extended sentence %s is English as a whole', (sentence, english) => {
  expect(englishOf(sentence)).toBe(english);
});

test('variable parts of a Chinese sentence are shown as they are', () => {
  expect(englishOf('通过兑换码充值 {id} $&，兑换码ID 7')).toBe('Redeemed {id} $&, code ID 7');
});

test.each(['上游错误，操作 失败', '请求失败，模型 x', 'plain', '', '（其他）'])(
  'the text %p of others is returned unchanged',
  (text) => {
    expect(englishOf(text)).toBe(text);
  },
);
