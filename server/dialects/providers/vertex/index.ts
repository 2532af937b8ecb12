import type { PlainErrorCode } from '../../../contract/errors/codes.js';
import { isRecord } from '../../json/lenient.js';
import { defineProvider, modelNames } from '../../kit/define-provider.js';
import type { Provider } from '../../kit/provider.js';
import { GLOBAL_URL } from './address.js';
import { claude } from './claude.js';
import { isUsableKey } from './credentials.js';
import { embeddingModels } from './embeddings.js';
import { googleModels } from './gemini.js';
import { mistralModels, openModels } from './open-models.js';
import { veoModels } from './veo.js';

/** Publishers by upstream name; the first match wins. Any other name is one of Google's. */
const PUBLISHERS: readonly (readonly [name: RegExp, provider: Provider])[] = [
  [/^claude/, claude],
  [/^(?:text-?|gemini-)(?:\w+-)?embedding/, embeddingModels],
  [/^veo/, veoModels],
  [/^(?:gemini|imagen|gemma|learnlm)/, googleModels],
  [/^(?:mistral|codestral|ministral|magistral)/, mistralModels],
  [/\/|llama|-maas$/, openModels],
];

/** Vertex AI, part of Google Cloud: models of Google, Anthropic, Mistral and others, each in its maker's format. */
export const vertex: Provider = {
  ...googleModels,
  native: { ...googleModels.native, ...claude.native, ...openModels.native },
  operations: { ...googleModels.operations, ...embeddingModels.operations },
  tasks: veoModels.tasks,
  ofModel: (model) => PUBLISHERS.find(([name]) => name.test(model))?.[1] ?? googleModels,
};

export default defineProvider({
  type: 41,
  id: 'vertex',
  name: { en: 'Vertex AI', zh: 'Vertex AI' },
  synonyms: ['Google', 'GCP', 'Gemini', 'Claude', '谷歌'],
  color: 'blue',
  baseUrl: GLOBAL_URL,
  sdkPath: /\/v1(?:beta1)?$/,
  keys: [
    { prefix: '{', rest: /"type"\s*:\s*"service_account"/, certainty: 'certain' },
    { prefix: 'AQ.', certainty: 'possible' },
    { prefix: 'AIza', rest: /^[\w-]{35}$/, certainty: 'possible' },
  ],
  models: modelNames(`
    gemini-3.1-pro-preview gemini-3.6-flash gemini-3.5-flash gemini-3.5-flash-lite gemini-3.1-flash-lite
    gemini-3-pro-image gemini-3.1-flash-image gemini-embedding-2 gemini-embedding-001 text-embedding-005
    text-multilingual-embedding-002 claude-opus-5-5 claude-opus-5 claude-opus-4-8 claude-sonnet-5-5
    claude-sonnet-5 claude-sonnet-4-6 claude-haiku-4-5-20251001
    meta/llama-4-maverick-17b-128e-instruct-maas meta/llama-3.3-70b-instruct-maas mistral-medium-3
    mistral-small-2503 codestral-2`),
  api: vertex,
  form: {
    keyHint: {
      en: 'Paste the JSON key of the service account, or an API key (express mode, models of Google only)',
      zh: '粘贴服务账号的 JSON 密钥，或 API 密钥（快速模式，仅限 Google 模型）',
    },
    keyIsDocument: true,
    keyPage: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
    checkKey: (key) => (isUsableKey(key) ? undefined : 'channel_key_not_json'),
    other: {
      label: { en: 'Region', zh: '部署地区' },
      placeholder: {
        en: 'us-central1 or global, or JSON from model to region with a default',
        zh: '例如 us-central1 或 global，或模型到地区的 JSON，须含 default',
      },
      template: { default: 'global', 'claude-sonnet-5-5': 'us-east5' },
      check: checkRegion,
    },
  },
});

/** A region, or a JSON object from model to region with a `default`. */
function checkRegion(other: string): PlainErrorCode | undefined {
  if (other === '') return 'channel_region_missing';
  if (!other.startsWith('{')) return undefined;
  let regions: unknown;
  try {
    regions = JSON.parse(other);
  } catch {
    return 'channel_field_not_json';
  }
  return isRecord(regions) && 'default' in regions ? undefined : 'channel_region_without_default';
}
