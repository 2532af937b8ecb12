import { list, record, text } from '../../json/lenient.js';
import { defineProvider, modelNames, type BalanceQuery } from '../../kit/define-provider.js';
import { amount, pieces } from '../../kit/balance.js';
import type { Provider } from '../../kit/provider.js';
import { plain } from '../../kit/rules/fit-chat.js';
import { deeplCall, PRO } from './address.js';
import { readError } from './errors.js';
import { translation } from './translation.js';

/** https://developers.deepl.com/docs */
const deepl: Provider = {
  native: {},
  chat: plain(translation),
  models: {
    request: (target) => deeplCall(target, '/v2/languages?type=target'),
    read: (body) =>
      list(body)
        .map((one) => text(record(one).language).toLowerCase())
        .filter((code) => code !== '')
        .map((code) => `deepl-${code}`),
  },
  readError,
};

/** Characters left in this period, of the account or, if it is lower, of the key. */
const balance: BalanceQuery = function* (target) {
  const usage = record(yield deeplCall(target, '/v2/usage'));
  const left = amount(usage.character_limit) - amount(usage.character_count);
  const ofKey = amount(usage.api_key_character_limit) - amount(usage.api_key_character_count);
  return pieces(Number.isNaN(ofKey) ? left : Math.min(left, ofKey), 'characters');
};

export default defineProvider({
  type: 1124,
  id: 'deepl',
  name: { en: 'DeepL', zh: 'DeepL' },
  color: 'indigo',
  baseUrl: PRO,
  sdkPath: /\/v2$/,
  // Those of the free API; others are UUIDs, as those of several providers.
  keys: [{ prefix: '', rest: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:fx$/, certainty: 'certain' }],
  models: modelNames(`
    deepl-en-us deepl-en-gb deepl-en deepl-zh deepl-zh-hans deepl-zh-hant deepl-ja deepl-ko deepl-de deepl-fr deepl-es
    deepl-es-419 deepl-it deepl-pt-br deepl-pt-pt deepl-nl deepl-pl deepl-ru deepl-uk deepl-tr deepl-ar deepl-he deepl-id
    deepl-th deepl-vi deepl-cs deepl-da deepl-el deepl-et deepl-fi deepl-hu deepl-lt deepl-lv deepl-nb deepl-ro deepl-sk
    deepl-sl deepl-sv deepl-bg`),
  api: deepl,
  balance,
  form: {
    keyPage: 'https://www.deepl.com/your-account/keys',
    keyHint: {
      en: 'Keys that end with :fx belong to DeepL API Free and use its address.',
      zh: '以 :fx 结尾的密钥属于 DeepL API Free，自动使用对应地址。',
    },
    note: {
      text: {
        en: 'Translates the last user message into the language of the model’s name. Usage is in characters, and the balance is the number of characters left.',
        zh: '把最后一条用户消息翻译成模型名所指的语言。用量按字符计，余额为剩余字符数。',
      },
      color: 'blue',
    },
  },
});
