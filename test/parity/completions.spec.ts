import type { CanonicalResponse } from '../../server/dialects/canonical/events.js';
import { mergeUsage, noUsage } from '../../server/dialects/canonical/usage.js';
import { openaiCompletions } from '../../server/dialects/protocols/openai-completions/index.js';
import { charge, frame, provider, usageOfStream, usageOfWhole } from './book.js';

/** Older completions; charges at 1 : 0.5 cached : 4 out. */
const { reader } = provider(1).native['openai-completions']!;
const whole = (usage: object | undefined, choices = [{ text: 'hi', index: 0, finish_reason: 'stop' }]) => ({
  id: 'c',
  object: 'text_completion',
  model: 'm',
  choices,
  usage,
});
const pieces = (usage: object | undefined) => [
  frame({ ...whole(undefined), choices: [{ text: 'hi', index: 0, finish_reason: null }] }),
  frame({ ...whole(undefined), choices: [{ text: '', index: 0, finish_reason: 'stop' }] }),
  frame({ ...whole(usage), choices: [] }),
  frame('[DONE]'),
];

const cases: [name: string, usage: object, quota: number][] = [
  ['plain', { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }, 100 + 80],
  [
    'read from a cache',
    { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 60 } },
    40 + 30 + 80,
  ],
  ['tried five times for one', { prompt_tokens: 100, completion_tokens: 500 }, 100 + 2000],
  [
    'with thoughts among the output',
    { prompt_tokens: 100, completion_tokens: 20, completion_tokens_details: { reasoning_tokens: 15 } },
    100 + 80,
  ],
];

test.each(cases)('whole, %s', (_name, usage, quota) => {
  expect(charge(usageOfWhole(reader!, whole(usage)))).toBe(quota);
});

test.each(cases)('streamed, %s', (_name, usage, quota) => {
  expect(charge(usageOfStream(reader!, pieces(usage)))).toBe(quota);
});

test('streamed by a provider that repeats its usage in every piece: the last word counts', () => {
  const growing = pieces({ prompt_tokens: 100, completion_tokens: 20 }).map((one, index) =>
    one.data === '[DONE]'
      ? one
      : frame({
          ...(JSON.parse(one.data) as object),
          usage: { prompt_tokens: 100, completion_tokens: 10 * (index + 1) },
        }),
  );
  expect(charge(usageOfStream(reader!, growing))).toBe(100 + 120);
});

test('the usage sent to clients is what they are charged for, whole and streamed', () => {
  const usage = { ...noUsage(), input: 40, cacheRead: 60, output: 5, reasoning: 15 };
  const answer: CanonicalResponse = { id: 'c', model: 'm', parts: [], finish: { reason: 'stop' }, usage };
  const context = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 0 };
  const answered = openaiCompletions.answer(answer, context);
  expect(usageOfWhole(reader!, answered)).toEqual(usage);
  const frames = openaiCompletions
    .stream(context)
    .end(usage)
    .split('\n\n')
    .filter(Boolean)
    .map((text) => frame(text.slice('data: '.length)));
  expect(mergeUsage(noUsage(), usageOfStream(reader!, frames))).toEqual(usage);
});
