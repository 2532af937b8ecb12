import { record } from '../json/lenient.js';
import { defineProvider, PLAIN_KEY } from '../kit/define-provider.js';
import type { Provider } from '../kit/provider.js';
import { modelFamilies, openaiRules, otherModels, thinkingFamilies } from '../kit/openai/compatible-rules.js';
import { bearerHeaders, versioned } from '../kit/openai/address.js';
import { dashboardBalance } from '../kit/balance.js';
import { chatViaResponses } from '../kit/openai/responses/chat-via-responses.js';
import { compaction } from '../kit/openai/responses/compaction.js';
import { openaiModels } from '../kit/openai/model-names.js';
import { openaiFacts } from '../kit/openai/default-facts.js';
import { nativeResponses } from '../kit/openai/responses/native-responses.js';
import {
  allOperations,
  openAICompatible,
  type OpenAICompatibleOptions,
} from '../kit/openai/openai-compatible.js';
import { realtimeOf } from '../kit/openai/realtime.js';

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com';

const options: OpenAICompatibleOptions = {
  serves: allOperations,
  completions: '/v1/completions',
  videos: true,
  // The paths of Cloudflare's gateway have no version.
  url: (path, { baseUrl }) =>
    baseUrl.startsWith(CLOUDFLARE_GATEWAY) ? baseUrl + path.slice('/v1'.length) : versioned(baseUrl, path),
  headers: (target) => {
    const headers = bearerHeaders(target);
    if (target.organization !== '') headers['openai-organization'] = target.organization;
    return headers;
  },
  accepts: openaiRules,
  // What is not assumed of other models may be documented for their family.
  modelsAccept: [otherModels, ...modelFamilies, ...thinkingFamilies],
};

/** OpenAI itself, and gateways that support its whole API. */
export const openai: Provider = {
  ...openAICompatible({
    ...options,
    realtime: realtimeOf(options),
    native: { 'openai-responses': nativeResponses(options) },
    operations: { compact: compaction(options) },
  }),
  viaResponses: chatViaResponses(options),
  facts: openaiFacts,
};

export default defineProvider({
  type: 1,
  id: 'openai',
  name: { en: 'OpenAI', zh: 'OpenAI' },
  synonyms: ['GPT', 'ChatGPT', 'DALL-E', 'Whisper'],
  color: 'green',
  baseUrl: 'https://api.openai.com',
  keys: [
    { prefix: 'sk-proj-', certainty: 'certain' },
    { prefix: 'sk-svcacct-', certainty: 'certain' },
    { prefix: 'sk-', rest: /^[A-Za-z0-9]{20}T3BlbkFJ/, certainty: 'certain' },
    { prefix: 'sk-', rest: PLAIN_KEY, certainty: 'possible' },
  ],
  // Entries of Anthropic's list have a type instead of `object`.
  isModelList: ({ data }) => Array.isArray(data) && data.every((model) => record(model).type !== 'model'),
  models: openaiModels,
  api: openai,
  form: { organization: true },
  balance: dashboardBalance,
});
