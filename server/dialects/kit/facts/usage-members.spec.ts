import { readAnswerUsage, StreamUsage } from '../openai/chat-answer/usage.js';
import { openaiDefaults, openaiFacts } from '../openai/default-facts.js';
import { definitionOf } from '../../providers/registry.js';
import { providerFacts } from './provider-facts.js';

const SOURCE = 'https://host/';
const sums = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 };
const membersOf = (type: number) => definitionOf(type)!.api!.facts!.usage;

test('members of every provider are read from every upstream with the same format', () => {
  const usage = { ...sums, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 };
  for (const members of [openaiFacts.usage, membersOf(43), membersOf(25)]) {
    expect(readAnswerUsage(usage, members)).toMatchObject({ input: 4, cacheRead: 6 });
    expect(members.unread(usage)).toBeUndefined();
  }
});

test('a provider’s own meaning of a member has precedence over that of others', () => {
  // What is defined here stays: specs of one thread share the modules.
  const member = 'tokens_of_this_spec';
  const [one, other] = (['cached', 'written'] as const).map(
    (count) =>
      providerFacts(
        { usage: [{ counts: { [count]: { sums: [member] } }, source: SOURCE }] },
        { protocol: openaiDefaults },
      ).usage,
  );
  expect(one!.counts({ [member]: 3 })).toEqual({ cached: 3 });
  expect(other!.counts({ [member]: 3 })).toEqual({ written: 3 });
});

test('members of a format of its own are known to its provider alone', () => {
  const usage = { inputTokens: 3, outputTokens: 2, totalTokens: 5 };
  expect(membersOf(33).unread(usage)).toBeUndefined();
  expect(membersOf(33).unread(sums)).toEqual(sums);
  expect(openaiFacts.usage.unread(usage)).toEqual(usage);
});

describe('where the output excludes reasoning', () => {
  // The total is not the sum of all three, because it contains tokens of searches.
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 4,
    total_tokens: 20,
    completion_tokens_details: { reasoning_tokens: 3 },
  };

  test('the output is what the total has beyond the input', () => {
    expect(readAnswerUsage(usage, membersOf(48))).toMatchObject({ input: 10, output: 7, reasoning: 3 });
  });

  test('also in streams, whose reports arrive in pieces', () => {
    const stream = new StreamUsage(membersOf(48));
    stream.add({ prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 });
    stream.add(usage);
    expect(stream.take(undefined)).toMatchObject({ input: 10, output: 7, reasoning: 3 });
  });

  test('other providers are read as they count', () => {
    expect(readAnswerUsage(usage, membersOf(43))).toMatchObject({ input: 10, output: 1, reasoning: 3 });
  });
});
