import i18next from 'i18next';
import { errorCodes, type ErrorCode } from '../../server/contract/errors/codes.js';
import { remedies as english } from '../../server/contract/errors/en/remedies.js';
import { remedies } from '../../server/contract/errors/remedies/index.js';
import { REMEDIES } from '../../server/contract/errors/remedies/remedy.js';
import { remedies as chinese } from '../../server/contract/errors/zh/remedies.js';
import { errorTexts } from '../../web/src/text/en/index';
import { errorRemedy, remedyNameOf } from '../../web/src/text/error-remedy';
import { addErrorTexts } from '../../web/src/text/error-text';

const CHINESE = /\p{Script=Han}/u;

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: {} });
  addErrorTexts('en', errorTexts);
});

test.each(Object.keys(errorCodes) as ErrorCode[])(
  '%s has an explanation and an action for everyone',
  (code) => {
    for (const isAdmin of [true, false]) {
      const { why, todo } = errorRemedy(code, 0, isAdmin)!;
      expect(why).toMatch(/^[A-Z].+\.$/);
      expect(todo).toMatch(/^[A-Z].+\.$/);
    }
    expect(REMEDIES).toContain(remedies[code]);
  },
);

test('remedies have the same texts in both languages, all of them are used, and each in its language', () => {
  const used = new Set(Object.values(remedies));
  expect(REMEDIES.filter((name) => !used.has(name))).toEqual([]);
  for (const name of REMEDIES) {
    expect(Object.keys(chinese[name])).toEqual(Object.keys(english[name]));
    for (const text of Object.values(chinese[name])) expect(text).toMatch(CHINESE);
    for (const text of Object.values(english[name])) expect(text).not.toMatch(CHINESE);
  }
});

test.each([
  // What providers write is judged by their status.
  ['invalid_api_key', 401, 'replaceChannelKey'],
  ['', 403, 'replaceChannelKey'],
  ['insufficient_quota', 429, 'providerBusy'],
  ['', 402, 'providerBusy'],
  ['model_not_there', 404, 'correctRequest'],
  ['', 500, 'checkProvider'],
  ['', 0, 'checkProvider'],
  ['upstream_status', 429, 'providerBusy'],
  ['upstream_status', 500, 'checkProvider'],
  // The gateway's own codes say it themselves.
  ['user_quota_low', 403, 'topUp'],
  ['unknown_token', 401, 'sendKey'],
  // Also by the names that the compatible API has for them.
  ['insufficient_user_quota', 403, 'topUp'],
  ['pre_consume_token_quota_failed', 403, 'raiseTokenQuota'],
  ['model_price_error', 403, 'setPrice'],
  ['model_not_found', 404, 'chooseModel'],
  ['constructor', 500, 'checkProvider'],
])('the remedy of %j with status %i is %s', (code, status, name) => {
  expect(remedyNameOf(code, status)).toBe(name);
});

test('users without balance are led to the wallet, administrators to the users', () => {
  expect(errorRemedy('user_quota_low', 403, false)?.page?.to).toBe('/topup');
  expect(errorRemedy('user_quota_low', 403, true)?.page?.to).toBe('/user');
});
