import { expectEvents, recordedAnswer, recordedStream, replay } from '../../../test/dialects/recorded.js';
import { providerOf } from '../../../test/dialects/provider-calls.js';

/** Members are in the same order as in the reader's output. */
const used = (input: number, output: number, { cacheRead = 0, reasoning = 0 } = {}) => ({
  input,
  cacheRead,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output,
  reasoning,
});

test('Azure: the events about filters say nothing', () => {
  expectEvents(providerOf(3), 'filtered', [
    { type: 'start', id: 'chatcmpl-a', model: 'gpt-4o-2024-08-06' },
    { type: 'text-delta', text: '天气' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage: used(9, 2) },
    { type: 'done' },
  ]);
});

test('Mistral: thoughts within the content, its word for the window', () => {
  expectEvents(providerOf(42), 'thoughts', [
    { type: 'start', id: 'cmpl-m', model: 'magistral-medium-2509' },
    { type: 'reasoning-delta', text: 'Let me' },
    { type: 'reasoning-delta', text: ' think.' },
    { type: 'text-delta', text: 'It is' },
    { type: 'text-delta', text: ' fine ☀' },
    { type: 'finish', reason: 'length', raw: 'model_length' },
    { type: 'usage', usage: used(11, 20) },
    { type: 'done' },
  ]);
  expect(providerOf(42).chat!.answer(recordedAnswer('mistral', 'thoughts'))).toMatchObject({
    parts: [
      { type: 'reasoning', text: 'Let me think.' },
      { type: 'text', text: 'It is fine' },
    ],
    usage: used(11, 20),
  });
});

test('Mistral: calls that come whole and without a type', () => {
  expectEvents(providerOf(42), 'tools', [
    { type: 'start', id: 'cmpl-t', model: 'mistral-large' },
    { type: 'tool-start', index: 0, id: 'D681PevKs', name: 'f' },
    { type: 'tool-delta', index: 0, text: '{"a": 1}' },
    { type: 'tool-start', index: 1, id: 'aB3dE6gH9', name: 'g' },
    { type: 'tool-delta', index: 1, text: '{}' },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_calls' },
    { type: 'usage', usage: used(94, 20) },
    { type: 'done' },
  ]);
});

test('MiniMax: the whole response at the end of its stream is not sent again', () => {
  const { [4]: finish, ...events } = replay(providerOf(35), recordedStream('minimax', 'text'));
  expect(finish).toEqual({ type: 'finish', reason: 'stop', raw: 'stop' });
  expect(Object.values(events).slice(0, 4)).toEqual([
    { type: 'start', id: '04ecb5', model: 'MiniMax-M1' },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'text-delta', text: 'Good' },
    { type: 'text-delta', text: ' day' },
  ]);
  expect(Object.values(events).at(-1)).toEqual({
    type: 'usage',
    usage: used(26, 9, { reasoning: 214 }),
  });
});

test('Perplexity: usage grows, copies of the text are left alone', () => {
  const events = replay(providerOf(27), recordedStream('perplexity', 'text'));
  expect(events.filter(({ type }) => type === 'text-delta')).toHaveLength(3);
  expect(events.at(-1)).toEqual({ type: 'usage', usage: used(7, 3) });
});

test('xAI: what it thought is not in its completion', () => {
  expectEvents(providerOf(48), 'reasoning', [
    { type: 'start', id: 'x-1', model: 'grok-3-mini' },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'text-delta', text: 'Yes' },
    { type: 'text-delta', text: '.' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage: used(8, 2, { cacheRead: 4, reasoning: 30 }) },
    { type: 'done' },
  ]);
});

test('Moonshot: usage of older models stands in the choice', () => {
  expectEvents(providerOf(25), 'old-usage', [
    { type: 'start', id: 'mk-1', model: 'moonshot-v1-8k' },
    { type: 'text-delta', text: '你好' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage: used(9, 13, { cacheRead: 10 }) },
    { type: 'done' },
  ]);
});

test('DeepSeek: waiting is no event; what was generated before it ran out of capacity is no answer', () => {
  const events = replay(providerOf(43), recordedStream('deepseek', 'exhausted'));
  expect(events).toMatchObject([
    { type: 'start', id: 'ds-1', model: 'deepseek-reasoner' },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'text-delta', text: 'So' },
    { type: 'usage', usage: used(1, 3, { cacheRead: 16, reasoning: 6 }) },
    { type: 'error', failure: { status: 502, retryable: true } },
    { type: 'done' },
  ]);
});

test('OpenRouter: an error in the middle has a number for a code', () => {
  const events = replay(providerOf(20), recordedStream('openrouter', 'broken'));
  expect(events.slice(0, 3)).toEqual([
    { type: 'start', id: 'gen-1', model: 'anthropic/claude-sonnet-4' },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'text-delta', text: 'Well' },
  ]);
  expect(events[3]).toMatchObject({
    type: 'error',
    failure: { status: 429, message: 'Provider returned error' },
  });
});

test('Zhipu: its word for filtered content', () => {
  expectEvents(providerOf(26), 'sensitive', [
    { type: 'start', id: 'z-1', model: 'glm-4.5' },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'text-delta', text: 'A' },
    { type: 'finish', reason: 'content-filter', raw: 'sensitive' },
    { type: 'usage', usage: used(6, 4, { cacheRead: 2 }) },
    { type: 'done' },
  ]);
});

test('Ali: calls go on with empty ids and names', () => {
  expectEvents(providerOf(17), 'tools', [
    { type: 'start', id: 'a-1', model: 'qwen-plus' },
    { type: 'tool-start', index: 0, id: 'call_x', name: 'f' },
    { type: 'tool-delta', index: 0, text: '{"a":' },
    { type: 'tool-delta', index: 0, text: '1}' },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_calls' },
    { type: 'usage', usage: used(6, 5) },
    { type: 'done' },
  ]);
});

test('FastGPT: placeholders are no usage', () => {
  const events = replay(providerOf(22), recordedStream('fastgpt', 'placeholder'));
  expect(events.map(({ type }) => type)).toEqual(['start', 'text-delta', 'finish', 'done']);
});

describe('OpenAI clients', () => {
  const whole = (name: string) => Buffer.from(JSON.stringify(recordedAnswer('mistral', name)));
  const codecOf = (type: number) => providerOf(type).native['openai-chat']!;
  const dataOf = (bytes: Buffer) =>
    bytes
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map(
        (line) =>
          JSON.parse(line.slice('data: '.length)) as { choices: { delta?: object; message?: object }[] },
      );

  test('get thoughts of Mistral as reasoning_content', () => {
    const { normalize } = codecOf(42);
    expect(JSON.parse(normalize!(whole('thoughts'), false).toString())).toMatchObject({
      choices: [{ message: { content: 'It is fine', reasoning_content: 'Let me think.' } }],
    });
    const [first, , third, fourth] = dataOf(normalize!(recordedStream('mistral', 'thoughts'), true));
    expect(first!.choices[0]!.delta).toEqual({ role: 'assistant', content: '', reasoning_content: 'Let me' });
    expect(third!.choices[0]!.delta).toEqual({ content: 'It is' });
    expect(fourth!.choices[0]!.delta).toEqual({ content: ' fine ☀' });
  });

  test('get the last event of MiniMax as a chunk that adds nothing', () => {
    const chunks = dataOf(codecOf(35).normalize!(recordedStream('minimax', 'text'), true));
    expect(chunks.at(-1)).toMatchObject({
      object: 'chat.completion.chunk',
      choices: [{ delta: {}, finish_reason: 'stop' }],
      usage: { total_tokens: 249 },
    });
    expect(chunks.at(-1)!.choices[0]).not.toHaveProperty('message');
  });

  test('get the very same bytes where nothing strays', () => {
    const { normalize } = codecOf(42);
    for (const bytes of [recordedStream('mistral', 'tools'), recordedStream('openai', 'text')])
      expect(normalize!(bytes, true)).toBe(bytes);
    expect(codecOf(1).normalize).toBeUndefined();
    expect(codecOf(20).normalize).toBeUndefined();
  });
});
