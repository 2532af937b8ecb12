import { priceByCall, priceByToken, type TokenPrice } from '../price.js';
import { contentText, loggedQuota, type ContentNotes } from './quota-text.js';

const usage = { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 0 };
const notes: ContentNotes = {
  requestedModel: 'm',
  noTokens: false,
  usageMissing: false,
  claude: false,
  usage,
};
const byToken = (change: Partial<TokenPrice> = {}) =>
  priceByToken({
    model: 'm',
    source: 'tables',
    modelRatio: 1.255,
    completionRatio: 4,
    cacheRatio: 1,
    creationRatio: 1,
    creationRatio1h: 1,
    groupRatio: 0.8,
    ...change,
  });
const media = { audioInput: 20, audioCompletion: 2, imageInput: 1, imageOutput: 1 };

test('an amount of a log row is stored with its unit: six decimals of a USD, or quota', () => {
  expect(loggedQuota(1, { inCurrency: true, quotaPerUnit: 500_000 })).toEqual({
    code: 'amount_in_currency',
    params: { amount: '0.000002' },
  });
  expect(loggedQuota(2000, { inCurrency: false, quotaPerUnit: 500_000 })).toEqual({
    code: 'amount_in_units',
    params: { amount: 2000 },
  });
});

const RATIOS = '模型倍率 1.25，补全倍率 4.00，分组倍率 0.80';
const AUDIO = '模型倍率 1.25，补全倍率 4.00，音频倍率 20.00，音频补全倍率 2.00，分组倍率 0.80';

test.each<[name: string, notes: Partial<ContentNotes>, text: string]>([
  ['the ratios', {}, RATIOS],
  ['nothing used', { noTokens: true }, `${RATIOS}（可能是上游超时）`],
  ['unknown usage', { usageMissing: true }, `${RATIOS}, （可能是请求出错）`],
  ['the model of a family', { requestedModel: 'm-1' }, `${RATIOS}，模型 m-1`],
  ['an image', { image: { size: '1024x1024', quality: 'hd' } }, `${RATIOS}, 大小 1024x1024, 品质 hd`],
  ['audio', { audio: true }, AUDIO],
  [
    'all of them, in this order',
    {
      audio: true,
      noTokens: true,
      usageMissing: true,
      requestedModel: 'm-1',
      image: { size: '1x1', quality: 'low' },
    },
    `${AUDIO}（可能是上游超时）, 大小 1x1, 品质 low, （可能是请求出错），模型 m-1`,
  ],
  ['nothing for Anthropic clients', { claude: true, audio: true, requestedModel: 'm-1' }, ''],
  ['nothing used by Anthropic clients', { claude: true, noTokens: true }, '（可能是上游出错）'],
])('a row names %s', (_name, change, text) => {
  expect(contentText(byToken({ media }), { ...notes, ...change })).toBe(text);
});

test('all rows of a price have the same text', () => {
  const price = byToken();
  expect([1, 2].map(() => contentText(price, notes))).toEqual([RATIOS, RATIOS]);
});

test('audio without ratios costs as much as text', () => {
  expect(contentText(byToken(), { ...notes, audio: true })).toBe(
    '模型倍率 1.25，补全倍率 4.00，音频倍率 1.00，音频补全倍率 1.00，分组倍率 0.80',
  );
});

test.each([
  ['one call', undefined, '模型价格 0.04，分组倍率 0.80'],
  ['three calls', { calls: 3 }, '模型价格 0.12，分组倍率 0.80'],
])('a price per call is that of the request, with audio too: %s', (_name, more, text) => {
  const price = priceByCall('m', 0.04, 0.8, 500_000);
  expect(contentText(price, { ...notes, usage: { ...usage, more } })).toBe(text);
  expect(contentText(price, { ...notes, usage: { ...usage, more }, audio: true })).toBe(text);
});
