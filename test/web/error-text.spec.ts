import i18next from 'i18next';
import { compatible } from '../../server/contract/errors/compatible-messages.js';
import { errorCodes, type ErrorCode } from '../../server/contract/errors/codes.js';
import { en } from '../../server/contract/errors/en/index.js';
import { isInputRule } from '../../server/contract/errors/rules.js';
import { zh } from '../../server/contract/errors/zh/index.js';
import { quotaLogText } from '../../server/billing/prices/logged/quota-text.js';
import { errorTexts as consoleEn } from '../../web/src/text/en/index';
import { errors as managementEn } from '../../web/src/text/en/failures';
import { logTexts } from '../../web/src/text/en/log-texts';
import { addErrorTexts, errorText } from '../../web/src/text/error-text';
import { setLogTexts } from '../../web/src/text/log-text';
import { errors as managementZh } from '../../web/src/text/zh/failures';

const CHINESE = /\p{Script=Han}/u;
const codes = Object.keys(errorCodes) as ErrorCode[];
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
/** Parameters that third parties write. */
const THIRD_PARTY = ['detail', 'message', 'reason'];

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: {} });
  addErrorTexts('en', { errors: managementEn });
  addErrorTexts('en', consoleEn);
  addErrorTexts('zh', { errors: managementZh });
  setLogTexts('en', logTexts);
});

describe('texts of error codes', () => {
  test.each(codes)('%s has the same parameters in both languages, all of them declared', (code) => {
    expect(placeholders(en.errors[code])).toEqual(placeholders(zh.errors[code]));
    const declared = Object.keys(errorCodes[code].params);
    for (const texts of [en, compatible])
      expect(declared).toEqual(expect.arrayContaining(placeholders(texts.errors[code])));
  });

  test('English texts contain no Chinese, and Chinese texts are Chinese unless a third party writes them', () => {
    expect(codes.filter((code) => CHINESE.test(en.errors[code]))).toEqual([]);
    const other = codes.filter((code) => !CHINESE.test(zh.errors[code]));
    const byThirdParty = (code: ErrorCode) => THIRD_PARTY.some((name) => zh.errors[code] === `{${name}}`);
    expect(other.filter((code) => !byThirdParty(code))).toEqual([]);
  });

  test('rules have the same parameters in both languages', () => {
    for (const [rule, text] of Object.entries(en.rules)) {
      expect(isInputRule(rule) && placeholders(zh.rules[rule])).toEqual(placeholders(text));
      expect(text).not.toMatch(CHINESE);
    }
  });
});

describe('the English console', () => {
  test.each(codes)('shows no Chinese for %s', (code) => {
    const params = Object.fromEntries(Object.keys(errorCodes[code].params).map((name) => [name, 7]));
    const text = errorText({ code, params, message: '服务器的文字' });
    expect(text).not.toMatch(CHINESE);
    expect(text).not.toContain('{');
  });

  test.each([
    [
      'invalid_parameter',
      { field: 'quota', rule: 'not_integer' },
      'Invalid parameter: quota must be an integer',
    ],
    [
      'invalid_input',
      { field: 'password', rule: 'length', min: 8, max: 20 },
      'Invalid input: password must be 8 to 20 characters long',
    ],
    ['invalid_input', { field: 'a, b', rule: 'unknown_field' }, 'Invalid input: unknown field a, b'],
  ])('names field and rule of %s', (code, params, text) => {
    expect(errorText({ code, params, message: '' })).toBe(text);
  });

  test.each([
    [{ inCurrency: true, quotaPerUnit: 500_000 }, 'Transfer failed: the minimum amount is $1.000000'],
    [{ inCurrency: false, quotaPerUnit: 500_000 }, 'Transfer failed: the minimum amount is 500000 units'],
  ])('translates the amount of an error: %j', (unit, text) => {
    const params = { quota: quotaLogText(500_000, unit) };
    expect(errorText({ code: 'transfer_too_small', params, message: '' })).toBe(text);
  });

  test('shows the message of an answer without a code that it knows', () => {
    expect(errorText({ message: 'from a proxy' })).toBe('from a proxy');
    expect(errorText({ message: 'newer server', code: 'of_the_future' })).toBe('newer server');
  });
});
