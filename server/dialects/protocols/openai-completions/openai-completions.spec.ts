import { ApiError } from '../../../contract/errors/api-error.js';
import { estimatePrompt } from '../../canonical/estimate.js';
import type { CanonicalResponse, CanonicalEvent } from '../../canonical/events.js';
import { unfoldAnswer } from '../../canonical/fold.js';
import { openaiCompletions as protocol } from './index.js';
import type { RenderContext } from '../protocol.js';
import { openai } from '../../providers/openai.js';
import { replay } from '../../../../test/dialects/recorded.js';

const bytes = (body: object) => Buffer.from(JSON.stringify(body));
const read = (fields: object) => protocol.read(bytes({ model: 'm', prompt: 'a', ...fields }), '');
const parse = (fields: object) => protocol.parse(bytes({ model: 'm', prompt: 'a', ...fields }), '');

describe('what the pipeline reads', () => {
  test('model, stream, limit and usage', () => {
    expect(read({})).toEqual({ model: 'm', stream: false, maxTokens: undefined, includeUsage: false });
    expect(read({ stream: true, max_tokens: 7, stream_options: { include_usage: true } })).toEqual({
      model: 'm',
      stream: true,
      maxTokens: 7,
      includeUsage: true,
    });
  });

  test.each([
    [{ n: 3 }, 21],
    [{ best_of: 4 }, 28],
    [{ n: 2, best_of: 5 }, 35],
    [{ prompt: ['a', 'b'] }, 14],
    [{ prompt: ['a', 'b'], n: 3 }, 42],
    [{ prompt: [1, 2, 3] }, 7],
    [{ prompt: [[1, 2], [3]], best_of: 2 }, 28],
    [{ max_tokens: 0 }, undefined],
  ])('the limit counts for every answer that is made: %j', (fields, limit) => {
    expect(read({ max_tokens: 7, ...fields }).maxTokens).toBe(limit);
  });

  test.each([
    [{ prompt: undefined }, 'field prompt is required'],
    [{ prompt: null }, 'field prompt is required'],
    [{ prompt: '' }, 'field prompt is required'],
    [{ prompt: [] }, 'field prompt is required'],
    [{ prompt: 7 }, 'field prompt must be'],
    [{ prompt: { a: 1 } }, 'field prompt must be'],
    [{ prompt: ['a', 1] }, 'field prompt must be'],
    [{ prompt: [[]] }, 'field prompt must be'],
    [{ prompt: [1.5] }, 'field prompt must be'],
    [{ model: undefined }, 'model is required'],
    [{ n: 11 }, 'field n must be between 1 and 10'],
    [{ n: 0 }, 'field n must be between 1 and 10'],
    [{ best_of: 21 }, 'field best_of must be between 1 and 20'],
    [{ max_tokens: 2_000_000_000 }, 'max_tokens is invalid'],
    [{ stream: 'yes' }, 'field stream must be true or false'],
  ])('%j is refused', (fields, message) => {
    expect(() => read(fields)).toThrow(ApiError);
    expect(() => read(fields)).toThrow(message);
  });
});

describe('as a conversation', () => {
  test('the prompt is what the user says, with all that steers the answer', () => {
    expect(
      parse({
        prompt: 'Once upon',
        max_tokens: 5,
        temperature: 0,
        top_p: 0.5,
        stop: '\n',
        seed: 3,
        presence_penalty: 1,
        frequency_penalty: -1,
        logit_bias: { 50256: -100 },
        user: 'u',
        echo: false,
        n: 1,
        best_of: 1,
        logprobs: null,
        suffix: '',
      }),
    ).toEqual({
      model: 'm',
      system: [],
      turns: [{ role: 'user', parts: [{ type: 'text', text: 'Once upon' }] }],
      tools: [],
      maxTokens: 5,
      temperature: 0,
      topP: 0.5,
      topK: undefined,
      stop: ['\n'],
      seed: 3,
      presencePenalty: 1,
      frequencyPenalty: -1,
      logitBias: { 50256: -100 },
      stream: false,
      includeUsage: false,
      user: 'u',
      nativeOnly: [],
    });
  });

  test('a list of one text is that text', () => {
    expect(parse({ prompt: ['only'] })).toMatchObject({
      turns: [{ role: 'user', parts: [{ type: 'text', text: 'only' }] }],
      nativeOnly: [],
    });
  });

  test.each([
    [{ prompt: ['a', 'b'] }, ['several prompts']],
    [{ prompt: [1, 2] }, ['prompt of token ids']],
    [{ prompt: [[1], [2]] }, ['several prompts', 'prompt of token ids']],
    [{ suffix: '}' }, ['suffix']],
    [{ echo: true }, ['echo']],
    [{ logprobs: 0 }, ['logprobs']],
    [{ n: 2, best_of: 3 }, ['n', 'best_of']],
  ])('what no conversation can do is named: %j', (fields, names) => {
    expect(parse(fields).nativeOnly).toEqual(names);
  });

  test('ids are as many tokens as there are', () => {
    const one = estimatePrompt(parse({ prompt: [1] }));
    expect(estimatePrompt(parse({ prompt: Array.from({ length: 101 }, (_, id) => id) })) - one).toBe(100);
  });
});

const context: RenderContext = {
  model: 'asked',
  createdAt: 1_700_000_000,
  includeUsage: true,
  inputTokens: 3,
};
const usage = { input: 5, cacheRead: 10, cacheWrite5m: 0, cacheWrite1h: 0, output: 7, reasoning: 2 };
const usageBody = {
  prompt_tokens: 15,
  completion_tokens: 9,
  total_tokens: 24,
  prompt_tokens_details: { cached_tokens: 10 },
  completion_tokens_details: { reasoning_tokens: 2 },
};
const answer: CanonicalResponse = {
  id: 'msg_1',
  model: 'upstream-model',
  parts: [
    { type: 'reasoning', text: 'hm', signature: 's' },
    { type: 'text', text: ' a' },
    { type: 'text', text: ' time' },
  ],
  finish: { reason: 'length' },
  usage,
};

describe('answers', () => {
  test('are one text completion', () => {
    expect(protocol.answer(answer, context)).toEqual({
      id: 'msg_1',
      object: 'text_completion',
      created: 1_700_000_000,
      model: 'upstream-model',
      choices: [
        { text: ' a time', reasoning_content: 'hm', index: 0, logprobs: null, finish_reason: 'length' },
      ],
      usage: usageBody,
    });
  });

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool-calls', 'stop'],
    ['content-filter', 'content_filter'],
  ] as const)('end with a word of this protocol: %s', (reason, word) => {
    expect(protocol.answer({ ...answer, parts: [], finish: { reason } }, context)).toMatchObject({
      choices: [{ text: '', finish_reason: word }],
    });
  });

  test('without a name get one', () => {
    const unnamed = protocol.answer({ ...answer, id: '', model: '' }, context);
    expect(unnamed).toMatchObject({ id: 'cmpl-1700000000', model: 'asked' });
  });
});

function rendered(events: CanonicalEvent[], includeUsage = true): string {
  const renderer = protocol.stream({ ...context, includeUsage });
  return events.map((event) => renderer.event(event)).join('') + renderer.end(usage);
}

describe('streams', () => {
  test('are pieces of the same object, a finish, the usage and [DONE]', () => {
    const frames = rendered(unfoldAnswer(answer)).split('\n\n');
    expect(frames.pop()).toBe('');
    expect(frames.pop()).toBe('data: [DONE]');
    const head = { id: 'msg_1', object: 'text_completion', created: 1_700_000_000, model: 'upstream-model' };
    const piece = (text: string, finish: string | null = null, more: object = {}) => ({
      ...head,
      choices: [{ text, ...more, index: 0, logprobs: null, finish_reason: finish }],
    });
    expect(frames.map((frame) => JSON.parse(frame.slice('data: '.length)) as unknown)).toEqual([
      piece('', null, { reasoning_content: 'hm' }),
      piece(' a'),
      piece(' time'),
      piece('', 'length'),
      { ...head, choices: [], usage: usageBody },
    ]);
  });

  test('tell usage only to who asked for it, and always say that they are over', () => {
    const text = rendered([{ type: 'text-delta', text: 'x' }], false);
    expect(text).not.toContain('usage');
    expect(text).toContain('"finish_reason":"stop"');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('are read back unchanged by the reader of providers with this format', () => {
    const events: CanonicalEvent[] = [
      { type: 'start', id: 'a', model: 'b' },
      { type: 'reasoning-delta', text: 'why' },
      { type: 'text-delta', text: 'so "quoted"\n' },
      { type: 'finish', reason: 'stop', raw: 'stop' },
    ];
    const { reader } = openai.native['openai-completions']!;
    const back = replay({ ...openai, chat: { ...openai.chat!, ...reader } }, Buffer.from(rendered(events)));
    expect(back).toEqual([...events, { type: 'usage', usage }, { type: 'done' }]);
  });

  test('that fail end with one error and nothing else', () => {
    const error = { status: 502, message: 'gone', code: 'c', kind: 'upstream_error' };
    expect(protocol.streamError(error)).toBe(
      'data: {"error":{"message":"gone","type":"upstream_error","param":"","code":"c"}}\n\n',
    );
  });
});
