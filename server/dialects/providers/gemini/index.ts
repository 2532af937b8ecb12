import { reportedTier } from '../../canonical/usage.js';
import { list, record, text } from '../../json/lenient.js';
import { tierName } from '../../json/requested-tiers.js';
import { defineProvider, modelNames } from '../../kit/define-provider.js';
import type { Provider } from '../../kit/provider.js';
import { fitted } from '../../kit/rules/fit-chat.js';
import { mustFetch } from './address.js';
import { readAnswer } from './answer.js';
import { readError } from './errors.js';
import { geminiFacts } from './facts.js';
import { models } from './models.js';
import { countTokens, nativeGenerate } from './native.js';
import { operations } from './operations/operations.js';
import { geminiRules } from './request-rules.js';
import { generateRequest, geminiThoughts } from './request.js';
import { readStream } from './stream.js';
import { veoVideos } from './operations/videos.js';

/** Google's Gemini API. */
export const gemini: Provider = {
  native: { gemini: nativeGenerate },
  chat: fitted(geminiRules, {
    request: generateRequest,
    thoughts: () => geminiThoughts,
    mustFetch,
    answer: readAnswer('error'),
    stream: (options) => readStream('error', options),
  }),
  operations,
  tasks: { video: veoVideos },
  countTokens,
  models,
  facts: geminiFacts,
  // The only place in which the page on tiers shows them: https://ai.google.dev/gemini-api/docs/priority-inference
  servedTier: ({ 'x-gemini-service-tier': tier }) =>
    typeof tier === 'string' ? reportedTier(tierName(tier)) : undefined,
  readError,
};

export default defineProvider({
  type: 24,
  id: 'gemini',
  name: { en: 'Google Gemini', zh: 'Google Gemini' },
  synonyms: ['Google', 'Imagen', 'Nano Banana', '谷歌'],
  color: 'orange',
  baseUrl: 'https://generativelanguage.googleapis.com',
  sdkPath: /\/v1(?:alpha|beta)?(?:\/openai)?$/,
  // https://ai.google.dev/gemini-api/docs/api-key; Vertex AI has keys of the same forms.
  keys: [
    { prefix: 'AIza', rest: /^[\w-]{35}$/, certainty: 'likely' },
    { prefix: 'AQ.', certainty: 'likely' },
  ],
  isModelList: ({ models: all }) => list(all).some((model) => text(record(model).name).startsWith('models/')),
  models: modelNames(`
    gemini-3.8-flash gemini-3.7-flash gemini-3.6-flash gemini-3.5-flash gemini-3.5-flash-lite
    gemini-3.1-flash-lite gemini-3.1-pro-preview gemini-3-pro-image gemini-3.1-flash-image
    gemini-embedding-2 gemini-embedding-001
    gemini-1.5-pro gemini-1.5-flash gemini-1.5-flash-8b gemini-2.0-flash gemini-1.5-pro-latest
    gemini-1.5-flash-latest gemini-2.0-flash-lite-preview gemini-exp-1206 gemini-2.0-flash-exp
    gemini-2.0-pro-exp gemini-2.0-flash-thinking-exp gemini-2.5-pro-exp-03-25
    gemini-2.5-pro-preview-03-25 imagen-3.0-generate-002 gemini-embedding-exp-03-07 text-embedding-004
    embedding-001`),
  api: gemini,
});
