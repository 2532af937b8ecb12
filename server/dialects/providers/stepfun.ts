import { record } from '../json/lenient.js';
import { urlBelow } from '../kit/openai/address.js';
import { amount, balanceAt, balanceBySite } from '../kit/balance.js';
import { defineProvider } from '../kit/define-provider.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';

const PAGE = 'https://platform.stepfun.com/docs/zh/api-reference/chat/chat-completion-create';

/** https://platform.stepfun.com/docs/zh/api-reference/chat/chat-completion-create */
export default defineProvider({
  type: 1017,
  id: 'stepfun',
  name: { en: 'StepFun', zh: '阶跃星辰' },
  synonyms: ['Step', '阶跃星辰'],
  color: 'blue',
  baseUrl: 'https://api.stepfun.com',
  models: ['step-3.7-flash', 'step-3.5-flash-2603', 'step-3.5-flash'],
  api: openAICompatible({
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
    },
    url: urlBelow(''),
    serves: ['image-generation', 'image-edit', 'speech', 'transcription'],
    // The prompt or the output was blocked, whichever channel is used.
    facts: { failures: [{ status: 451, means: { retryable: false }, source: PAGE }] },
  }),
  form: {
    keyPage: 'https://platform.stepfun.com/interface-key',
    baseUrls: [
      { label: { en: 'International', zh: '国际站' }, url: 'https://api.stepfun.ai' },
      { label: { en: 'Step Plan', zh: 'Step Plan 套餐' }, url: 'https://api.stepfun.com/step_plan' },
    ],
  },
  // https://platform.stepfun.com/docs/zh/api-reference/accounts/get
  balance: balanceAt('/v1/accounts', (body, target) =>
    balanceBySite(amount(record(body).balance), target, 'stepfun.ai'),
  ),
});
