import { providerOf } from '../../../../../test/dialects/provider-calls.js';
import { frame, usageOfStream } from '../../../../../test/parity/book.js';

/** Cache writes are part of the prompt, under one of several names. */
const sums = { prompt_tokens: 2400, completion_tokens: 1, total_tokens: 2401 };
const expected = { input: 508, cacheRead: 0, cacheWrite5m: 1892, cacheWrite1h: 0, output: 1, reasoning: 0 };

const NAMES: readonly (readonly [name: string, members: object])[] = [
  // https://www.alibabacloud.com/help/en/model-studio/context-cache
  ['cache_creation_input_tokens', { prompt_tokens_details: { cache_creation_input_tokens: 1892 } }],
  // https://docs.litellm.ai/docs/completion/prompt_caching
  ['cache_creation_input_tokens beside the sums', { cache_creation_input_tokens: 1892 }],
  ['cache_creation_tokens', { prompt_tokens_details: { cache_creation_tokens: 1892 } }],
  // https://openrouter.ai/docs/guides/best-practices/prompt-caching
  ['cache_write_tokens', { prompt_tokens_details: { cache_write_tokens: 1892 } }],
];

describe.each([1, 6, 8, 17, 20, 1021])('type %i', (type) => {
  test.each(NAMES)('%s', (_name, members) => {
    const usage = { ...sums, ...members };
    const choice = { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' };
    const { chat } = providerOf(type);
    expect(chat!.answer({ id: 'c', choices: [choice], usage }).usage).toEqual(expected);
    const chunks = [
      frame({ id: 'c', choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] }),
      frame({ id: 'c', choices: [], usage }),
      frame('[DONE]'),
    ];
    expect(usageOfStream(chat!, chunks)).toEqual(expected);
  });
});
