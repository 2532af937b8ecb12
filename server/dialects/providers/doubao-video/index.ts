import { defineProvider, modelNames, UNTESTABLE, UUID_KEY } from '../../kit/define-provider.js';
import { factsOf } from '../../kit/openai/dialect.js';
import { readError } from '../../kit/openai/errors.js';
import { seedanceVideos } from './videos.js';

const ERRORS = 'https://www.volcengine.com/docs/82379/1299023';

const facts = factsOf({
  facts: {
    failures: [
      { codes: ['AccountOverdueError'], means: { disables: true }, source: ERRORS },
      // Refused by the review of prompts and images; other channels would refuse it, too.
      { codes: /Sensitive|RiskDetect/i, means: { retryable: false }, source: ERRORS },
    ],
  },
});

/** Seedance on Volcengine's Ark: https://www.volcengine.com/docs/82379/1520757 */
export default defineProvider({
  type: 54,
  id: 'doubao-video',
  name: { en: 'Doubao Video', zh: '豆包视频' },
  synonyms: ['ByteDance', 'Seedance', '豆包', '火山'],
  color: 'gray',
  baseUrl: 'https://ark.cn-beijing.volces.com',
  sdkPath: /\/api\/v3$/,
  keys: [{ prefix: '', rest: UUID_KEY, certainty: 'possible' }],
  models: modelNames(`
    doubao-seedance-1-5-pro-251215 doubao-seedance-1-0-pro-250528 doubao-seedance-1-0-pro-fast-251015
    doubao-seedance-1-0-lite-t2v-250428 doubao-seedance-1-0-lite-i2v-250428`),
  untestable: UNTESTABLE.videos,
  api: {
    native: {},
    tasks: { video: seedanceVideos },
    facts,
    readError: (status, headers, body) => readError(status, headers, body, facts),
  },
});
