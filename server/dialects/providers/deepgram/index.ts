import { list, record, text } from '../../json/lenient.js';
import { defineProvider, type BalanceQuery, UNTESTABLE } from '../../kit/define-provider.js';
import { amount } from '../../kit/balance.js';
import type { Provider, Target, UpstreamCall } from '../../kit/provider.js';
import { deepgramHeaders } from './address.js';
import { readError } from './errors.js';
import { speech } from './speech.js';
import { transcription } from './transcription.js';

const get = (target: Target, path: string): UpstreamCall => ({
  method: 'GET',
  url: target.baseUrl + path,
  headers: deepgramHeaders(target),
});

/** https://developers.deepgram.com/reference/deepgram-api-overview */
const deepgram: Provider = {
  native: {},
  operations: { speech, transcription },
  models: {
    request: (target) => get(target, '/v1/models'),
    read(body) {
      const { stt, tts } = record(body);
      const transcribing = list(stt)
        .map(record)
        .filter(({ batch }) => batch !== false);
      return [...transcribing, ...list(tts).map(record)]
        .map(({ canonical_name: canonical, name }) => text(canonical) || text(name))
        .filter((name) => name !== '');
    },
  },
  readError,
};

/** What is left in the key's project, one entry per purchase: https://developers.deepgram.com/reference/manage/balances/list */
const balance: BalanceQuery = function* (target) {
  const projects = record(yield get(target, '/v1/projects')).projects;
  const id = text(record(list(projects)[0]).project_id);
  const { balances } = record(yield get(target, `/v1/projects/${encodeURIComponent(id)}/balances`));
  return list(balances)
    .map(record)
    .map(({ amount: left, units }) => ({ amount: amount(left), unit: text(units).toUpperCase() || 'USD' }));
};

export default defineProvider({
  type: 1121,
  id: 'deepgram',
  name: { en: 'Deepgram', zh: 'Deepgram' },
  color: 'green',
  baseUrl: 'https://api.deepgram.com',
  models: ['nova-3', 'nova-3-medical', 'nova-2', 'aura-2', 'aura-2-thalia-en'],
  api: deepgram,
  balance,
  untestable: UNTESTABLE.audio,
  form: {
    keyPage: 'https://console.deepgram.com',
    baseUrls: [
      { label: { en: 'European Union', zh: '欧盟' }, url: 'https://api.eu.deepgram.com' },
      { label: { en: 'Australia', zh: '澳大利亚' }, url: 'https://api.au.deepgram.com' },
      { label: { en: 'India', zh: '印度' }, url: 'https://api.in.deepgram.com' },
    ],
    note: {
      text: {
        en: 'Speech and transcriptions. For aura-2, the voice is OpenAI’s name or a name such as thalia; a model such as aura-2-thalia-en contains its voice. Speech is metered in characters.',
        zh: '用于语音合成与语音转文字。aura-2 的音色可填 OpenAI 的音色名或 thalia 等名称；aura-2-thalia-en 这类模型名已包含音色。语音合成按字符计量。',
      },
      color: 'blue',
    },
  },
});
