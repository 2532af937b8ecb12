import { list, record } from '../json/lenient.js';
import { defineProvider, PLAIN_KEY } from './define-provider.js';
import type { ChatMembers } from './openai/dialect.js';
import { withReasoning } from './openai/earlier-reasoning.js';
import { amount, balanceAt } from './openai/balance.js';
import { openAICompatible } from './openai/openai-compatible.js';

const THINKING = 'https://platform.moonshot.cn/docs/guide/use-kimi-k2-thinking-model';

const QUICKSTART = 'https://platform.moonshot.ai/docs/guide/kimi-k2-5-quickstart';
const CHAT = 'https://platform.moonshot.cn/docs/api/chat';
/** Since Kimi K2.5. */
const NEWER = /^kimi-k(?:2\.[5-9]|[3-9])/;

/**
 * https://platform.moonshot.cn/docs/api/chat; the maximum temperature is 1. Models that think require the reasoning of every
 * message with tool calls: https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
 */
export default defineProvider({
  type: 25,
  id: 'moonshot',
  name: { en: 'Moonshot', zh: 'Moonshot' },
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
  models: ['moonshot-v1-8k', 'moonshot-v1-32k', 'moonshot-v1-128k'],
  api: openAICompatible({
    earlierReasoning: 'text',
    accepts: {
      ranges: { of: { temperature: [0, 1] }, source: CHAT },
      // "must start with a letter and can contain letters, numbers, underscores, and dashes"
      toolName: {
        first: 'a-zA-Z',
        characters: 'a-zA-Z0-9_-',
        maxLength: 64,
        source: 'https://github.com/MoonshotAI/kimi-cli/issues/1773',
      },
    },
    modelsAccept: [
      { models: NEWER, rules: { thinkingSwitch: { form: 'type', source: THINKING } } },
      { models: /^kimi-k2-thinking/, rules: { forcedTools: { rejected: 'always', source: THINKING } } },
      {
        models: NEWER,
        rules: {
          forcedTools: { rejected: 'while-thinking', source: THINKING },
          // They choose how they sample, and refuse every other value.
          rejectedOptions: {
            names: ['temperature', 'top_p', 'n', 'presence_penalty', 'frequency_penalty'],
            source: QUICKSTART,
          },
        },
      },
    ],
    change: (members, model): Record<string, unknown> => {
      const fills = thinks(members, model) && members.mentions('messages', '"tool_calls"');
      const given = fills ? list(members.value('messages')) : [];
      const messages = withReasoning(given);
      return messages === given ? {} : { messages };
    },
  }),
  form: {
    baseUrls: [
      { label: { en: 'International', zh: '国际站' }, url: 'https://api.moonshot.ai' },
      { label: { en: 'Kimi Code plan', zh: 'Kimi Code 套餐' }, url: 'https://api.kimi.com/coding' },
    ],
  },
  balance: balanceAt('/v1/users/me/balance', (body) => amount(record(record(body).data).available_balance)),
});

/** Thinking is the default of Kimi models since K2.5, and the dedicated models always think. */
function thinks(members: ChatMembers, model: string): boolean {
  if (model.startsWith('moonshot-') || /^kimi-k2-(0|turbo)/.test(model)) return false;
  return record(members.value('thinking')).type !== 'disabled';
}
