import { list, record, text, type UnknownRecord } from '../json/lenient.js';
import { defineProvider, PLAIN_KEY } from '../kit/define-provider.js';
import { amount, balanceAt, balanceBySite } from '../kit/balance.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';
import type { ShownCall } from '../kit/openai/chat-answer/reported-tools.js';

const THINKING = 'https://platform.moonshot.cn/docs/guide/use-kimi-k2-thinking-model';

const QUICKSTART = 'https://platform.moonshot.ai/docs/guide/kimi-k2-5-quickstart';
const CHAT = 'https://platform.moonshot.cn/docs/api/chat';
const EFFORT = 'https://docs.rs/synaps-engine/0.11.0/src/agent_engine/runtime/openai/catalog/kimi.rs.html';
const MODELS = 'https://platform.kimi.ai/docs/api/models-overview';
/** Since Kimi K2.5. */
const NEWER = /^kimi-k(?:2\.[5-9]|[3-9])/;
/** Thinking is their default and can be switched off. */
const SWITCHABLE = /^kimi-k2\.[56]/;
/** A request that switches thinking off is rejected: https://java.agentscope.io/v2/en/integration/model/kimi */
const ALWAYS_THINKS = /^kimi-k(?:2-thinking|2\.[7-9]|[3-9])/;

/** https://platform.moonshot.cn/docs/api/chat */
export default defineProvider({
  type: 25,
  id: 'moonshot',
  name: { en: 'Moonshot', zh: 'Moonshot' },
  synonyms: ['Kimi', '月之暗面'],
  color: 'green',
  baseUrl: 'https://api.moonshot.cn',
  keys: [
    { prefix: 'sk-kimi-', certainty: 'certain', baseUrls: ['https://api.kimi.com/coding'] },
    {
      prefix: 'sk-',
      rest: PLAIN_KEY,
      certainty: 'possible',
      baseUrls: ['https://api.moonshot.cn', 'https://api.moonshot.ai'],
    },
  ],
  models: ['kimi-k2.6', 'kimi-k2.7-code', 'kimi-k3', 'moonshot-v1-8k', 'moonshot-v1-32k', 'moonshot-v1-128k'],
  api: openAICompatible({
    facts: {
      tooLong: [
        {
          messages: /exceeded model token limit/i,
          passedOn: true,
          source: 'https://platform.moonshot.ai/docs/api/chat#error-information',
        },
      ],
      usage: [
        {
          counts: { cached: { sums: ['cached_tokens'] } },
          source: 'https://platform.moonshot.ai/docs/api/chat',
        },
      ],
      failures: [
        {
          codes: ['exceeded_current_quota_error', 'invalid_authentication_error'],
          means: { disables: true },
          passedOn: true,
          source: 'https://platform.moonshot.ai/docs/api/chat#error-information',
        },
      ],
    },
    accepts: {
      ranges: { of: { temperature: [0, 1] }, source: CHAT },
      earlierReasoning: { sent: 'text', required: 'with-calls', source: THINKING },
      // "must start with a letter and can contain letters, numbers, underscores, and dashes"
      toolName: {
        first: 'a-zA-Z',
        characters: 'a-zA-Z0-9_-',
        maxLength: 64,
        source: 'https://github.com/MoonshotAI/kimi-cli/issues/1773',
      },
    },
    modelsAccept: [
      {
        // Models that do not think.
        models: /^moonshot-|^kimi-k2-(?:0|turbo)/,
        rules: { earlierReasoning: { sent: 'text', source: THINKING } },
      },
      {
        models: NEWER,
        // They choose how they sample, and refuse every other value.
        rules: {
          rejectedOptions: {
            names: ['temperature', 'top_p', 'n', 'presence_penalty', 'frequency_penalty'],
            source: QUICKSTART,
          },
        },
      },
      { models: SWITCHABLE, rules: { thinkingSwitch: { form: 'type', source: MODELS } } },
      { models: /^kimi-k2|^moonshot-/, rules: { efforts: { words: [], source: MODELS } } },
      { models: /^kimi-k[3-9]/, rules: { efforts: { words: ['low', 'high', 'max'], source: EFFORT } } },
      { models: ALWAYS_THINKS, rules: { forcedTools: { rejected: 'always', source: THINKING } } },
      { models: SWITCHABLE, rules: { forcedTools: { rejected: 'while-thinking', source: THINKING } } },
    ],
    shownCalls: searches,
  }),
  form: {
    baseUrls: [
      { label: { en: 'International', zh: '国际站' }, url: 'https://api.moonshot.ai' },
      { label: { en: 'Kimi Code plan', zh: 'Kimi Code 套餐' }, url: 'https://api.kimi.com/coding' },
    ],
  },
  balance: balanceAt('/v1/users/me/balance', (body, target) =>
    balanceBySite(amount(record(record(body).data).available_balance), target, 'moonshot.ai'),
  ),
});

/**
 * A response that calls `$web_search` is billed for the call, which the client confirms with its next request:
 * https://platform.kimi.com/docs/pricing/tools
 */
function searches({ choices }: UnknownRecord): ShownCall[] {
  return list(choices).flatMap((choice) => {
    const { message, delta } = record(choice);
    return list(record(message ?? delta).tool_calls)
      .map(record)
      .filter((call) => record(call.function).name === '$web_search')
      .map((call): ShownCall => [text(call.id) || String(call.index), 'moonshot_search']);
  });
}
