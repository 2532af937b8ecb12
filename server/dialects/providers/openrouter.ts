import { record, text } from '../json/lenient.js';
import { bearerHeaders } from './openai/address.js';
import { openaiLike } from './openai/index.js';
import { rulesOf } from './openai/models.js';

const THINKING = /^(anthropic\/.+)-thinking$/;

/** https://openrouter.ai/docs/api-reference/overview; its own fields (provider, transforms, plugins …) go on as they are. */
export const openrouter = openaiLike({
  name: 'openrouter',
  completions: '/v1/completions',
  serves: ['embeddings'],
  cacheHints: true,
  thoughts: 'details',
  headers: (target) => {
    const headers = bearerHeaders(target);
    const { address, name } = target.settings.site ?? { address: '', name: '' };
    if (address !== '') headers['http-referer'] = address;
    if (name !== '') headers['x-title'] = encodedTitle(name);
    return headers;
  },
  // `-thinking` is our suffix for Claude; other vendors have models that are called so.
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

/** Header values are Latin-1 at most. */
function encodedTitle(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : encodeURIComponent(name);
}
