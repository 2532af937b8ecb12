import { record, text } from '../../json/lenient.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { defineProvider } from '../../kit/define-provider.js';
import { amount, balanceAt, usd } from '../../kit/balance.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import { rulesOf } from '../../kit/openai/models.js';

const REASONING = 'https://openrouter.ai/docs/guides/best-practices/reasoning-tokens';
const THINKING = /^(anthropic\/.+)-thinking$/;

/**
 * https://openrouter.ai/docs/api-reference/overview; OpenRouter's own fields (provider, transforms, plugins …) are forwarded
 * unchanged.
 */
export default defineProvider({
  type: 20,
  id: 'openrouter',
  name: { en: 'OpenRouter', zh: 'OpenRouter' },
  color: 'green',
  baseUrl: 'https://openrouter.ai/api',
  keys: [{ prefix: 'sk-or-', certainty: 'certain' }],
  listsToAnyone: true,
  models: [],
  api: openAICompatible({
    completions: '/v1/completions',
    serves: ['embeddings'],
    cacheHints: true,
    // "user": at most 128 characters.
    accepts: {
      answerImages: { source: 'https://openrouter.ai/docs/api-reference/chat-completion' },
      userId: { maxLength: 128, source: 'https://openrouter.ai/docs/api-reference/chat-completion' },
      earlierReasoning: { sent: 'details', source: REASONING },
      usageMember: { source: 'https://openrouter.ai/docs/use-cases/usage-accounting' },
    },
    modelsAccept: [
      { models: /./, rules: { thinkingSwitch: { form: 'reasoning', source: REASONING } } },
      {
        // Models whose reasoning has no signature.
        models:
          /^(?:deepseek|moonshotai|z-ai|qwen|minimax|xiaomi|bytedance-seed|tencent|stepfun|nvidia|prime-intellect)\//,
        rules: { earlierReasoning: { sent: 'text-with-tools', member: 'reasoning', source: REASONING } },
      },
    ],
    facts: {
      finish: [
        {
          words: { error: 'broken' },
          source: 'https://openrouter.ai/docs/api-reference/overview#finish-reason',
        },
      ],
      usage: [
        {
          counts: { written: { sums: ['cache_write_tokens'], input: ['cache_write_tokens'] } },
          noTokens: ['cost.*', 'cost_details.*'],
          source: 'https://openrouter.ai/docs/use-cases/usage-accounting',
        },
        {
          calls: { 'server_tool_use.web_search_requests': 'web_search' },
          source: 'https://openrouter.ai/docs/guides/features/server-tools/web-search',
        },
      ],
    },
    headers: (target) => {
      const headers = bearerHeaders(target);
      const { address, name } = target.settings.site ?? { address: '', name: '' };
      if (address !== '') headers['http-referer'] = address;
      if (name !== '') headers['x-title'] = encodedTitle(name);
      return headers;
    },
    // The gateway's suffix `-thinking` applies to Claude only: names of other providers' models may end in it.
    rules: (model) => rulesOf(THINKING.exec(model)?.[1] ?? model),
    change: (members) => {
      const changes: Record<string, unknown> = {};
      const own = record(members.value('reasoning'));
      const effort = text(members.value('reasoning_effort'));
      if (effort !== '') {
        changes.reasoning_effort = undefined;
        changes.reasoning = { effort, ...own };
      } else if (THINKING.test(text(members.value('model'))) && own.enabled === undefined) {
        changes.reasoning = { enabled: true, ...own };
      }
      return changes;
    },
  }),
  balance: balanceAt('/v1/credits', (body) => {
    const { total_credits: granted, total_usage: used } = record(record(body).data);
    return usd(amount(granted) - amount(used));
  }),
});

/** Header values cannot contain all characters: names that are not plain ASCII are percent-encoded. */
function encodedTitle(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : encodeURIComponent(name);
}
