import { list, record, text } from '../../json/lenient.js';
import { defineProvider, UNTESTABLE } from '../../kit/define-provider.js';
import { amount, balanceAt, pieces } from '../../kit/balance.js';
import type { Provider, Target } from '../../kit/provider.js';
import { readError } from './errors.js';
import { speech } from './speech.js';
import { transcription } from './transcription.js';

/** Models for transcriptions; the list of models contains those for speech only. */
const SCRIBE = ['scribe_v3', 'scribe_v2'];

const headers = ({ key }: Target) => ({ 'xi-api-key': key });

/** https://elevenlabs.io/docs/api-reference/introduction */
const elevenlabs: Provider = {
  native: {},
  operations: { speech, transcription },
  models: {
    request: (target) => ({ method: 'GET', url: `${target.baseUrl}/v1/models`, headers: headers(target) }),
    read: (body) => [
      ...list(body)
        .map(record)
        .filter(({ can_do_text_to_speech: speaks }) => speaks !== false)
        .map(({ model_id: id }) => text(id))
        .filter((id) => id !== ''),
      ...SCRIBE,
    ],
  },
  readError,
};

export default defineProvider({
  type: 1120,
  id: 'elevenlabs',
  name: { en: 'ElevenLabs', zh: 'ElevenLabs' },
  color: 'gray',
  baseUrl: 'https://api.elevenlabs.io',
  keys: [{ prefix: 'sk_', rest: /^[0-9a-f]{40,64}$/, certainty: 'likely' }],
  models: [
    'eleven_v4',
    'eleven_v4_turbo',
    'eleven_v3',
    'eleven_multilingual_v2',
    'eleven_flash_v2_5',
    ...SCRIBE,
  ],
  api: elevenlabs,
  // Characters that the subscription has left.
  balance: balanceAt(
    '/v1/user/subscription',
    (body) => {
      const { character_limit: limit, character_count: used } = record(body);
      return pieces(amount(limit) - amount(used), 'characters');
    },
    headers,
  ),
  untestable: UNTESTABLE.audio,
  form: {
    keyPage: 'https://elevenlabs.io/app/settings/api-keys',
    baseUrls: [
      { label: { en: 'United States', zh: '美国' }, url: 'https://api.us.elevenlabs.io' },
      {
        label: { en: 'EU data residency', zh: '欧盟数据驻留' },
        url: 'https://api.eu.residency.elevenlabs.io',
      },
      {
        label: { en: 'India data residency', zh: '印度数据驻留' },
        url: 'https://api.in.residency.elevenlabs.io',
      },
      {
        label: { en: 'Singapore data residency', zh: '新加坡数据驻留' },
        url: 'https://api.sg.residency.elevenlabs.io',
      },
    ],
    note: {
      text: {
        en: 'Speech and transcriptions. Voices are OpenAI’s names, names of default voices, or voice IDs. Speech is metered in characters, and the balance is the number of characters left.',
        zh: '用于语音合成与语音转文字。音色可填 OpenAI 的音色名、默认音色名或音色 ID。语音合成按字符计量，余额为剩余字符数。',
      },
      color: 'blue',
    },
  },
});
