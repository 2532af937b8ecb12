import { record, text } from '../json/lenient.js';
import { bearerHeaders } from './openai/address.js';
import { openaiLike } from './openai/index.js';
import { rulesOf } from './openai/models.js';

const THINKING = /^(anthropic\/.+)-thinking$/;

/**
 * https://openrouter.ai/docs/api-reference/overview; OpenRouter's own fields (provider, transforms, plugins …) are forwarded
 * unchanged.
 */
export const openrouter = openaiLike({
  name: 'openrouter',
  completions: '/v1/completions',
  serves: ['embeddings'],
  cacheHints: true,
  earlierReasoning: 'details',
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
});

/** Header values cannot contain all characters: names that are not plain ASCII are percent-encoded. */
function encodedTitle(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : encodeURIComponent(name);
}
