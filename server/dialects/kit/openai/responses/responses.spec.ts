import type { CanonicalEvent } from '../../../canonical/events.js';
import { UpstreamError } from '../../../canonical/failure.js';
import { openai } from '../../../providers/openai.js';
import { anyOpenAICompatible } from '../openai-compatible.js';
import type { NativeChange } from '../../provider.js';
import { providerFor } from '../../../providers/registry.js';
import {
  expectEvents,
  recordedAnswer,
  recordedStream,
  replay,
  targetOf,
} from '../../../../../test/dialects/recorded.js';

const native = openai.native['openai-responses']!;
const reader = native.reader!;
/** Read with the native reader instead of the chat reader. */
const responses = { ...openai, chat: { ...openai.chat!, ...reader } };

const start: CanonicalEvent = { type: 'start', id: 'resp_67c', model: 'gpt-5.1-2025-11-13' };
const usage: CanonicalEvent = {
  type: 'usage',
  usage: { input: 20, cacheRead: 10, cacheWrite5m: 6, cacheWrite1h: 0, output: 23, reasoning: 64 },
};
const done: CanonicalEvent = { type: 'done' };

describe('streams, cut at every byte', () => {
  test('thoughts, text and usage in disjoint classes', () => {
    expectEvents(responses, 'responses-text', [
      start,
      { type: 'working' },
      { type: 'reasoning-delta', text: 'Think' },
      { type: 'reasoning-delta', text: ' hard' },
      { type: 'text-delta', text: '天气' },
      { type: 'text-delta', text: ' ☀' },
      usage,
      { type: 'finish', reason: 'stop', raw: 'completed' },
      done,
    ]);
  });

  test('function calls, also those whose arguments come only when they are whole', () => {
    expectEvents(responses, 'responses-tools', [
      start,
      { type: 'tool-start', index: 0, id: 'call_1', name: 'f' },
      { type: 'tool-delta', index: 0, text: '{"a":' },
      { type: 'tool-delta', index: 0, text: '1}' },
      { type: 'tool-start', index: 1, id: 'call_2', name: 'g' },
      { type: 'tool-delta', index: 1, text: '{}' },
      {
        type: 'usage',
        usage: { input: 36, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 87, reasoning: 0 },
      },
      { type: 'finish', reason: 'tool-calls', raw: 'completed' },
      done,
    ]);
  });

  test('an incomplete response is an end, with its reason and its usage', () => {
    expectEvents(responses, 'responses-incomplete', [
      start,
      { type: 'text-delta', text: 'Once upon' },
      usage,
      { type: 'finish', reason: 'length', raw: 'max_output_tokens' },
      done,
    ]);
  });

  test('refusals', () => {
    expectEvents(responses, 'responses-refusal', [
      start,
      { type: 'refusal-delta', text: "I can't." },
      usage,
      { type: 'finish', reason: 'stop', raw: 'completed' },
      done,
    ]);
  });

  test('searches of the vendor are counted when they are done; opening a page is none', () => {
    expectEvents(responses, 'responses-search', [
      start,
      { type: 'working' },
      { type: 'working' },
      { type: 'text-delta', text: 'Sunny.' },
      { type: 'usage', usage: { ...usage.usage, more: { tools: { web_search: 1 } } } },
      { type: 'finish', reason: 'stop', raw: 'completed' },
      done,
    ]);
  });

  test('a failed response is an error with the status its code stands for', () => {
    const events = replay(responses, recordedStream('openai', 'responses-failed'));
    expect(events.slice(0, 2)).toEqual([start, { type: 'text-delta', text: 'Half' }]);
    expect(events.slice(2)).toEqual([
      {
        type: 'error',
        failure: expect.objectContaining({
          status: 429,
          code: 'rate_limit_exceeded',
          message: 'Slow down.',
          retryable: true,
        }) as object,
      },
    ]);
  });

  test('an error event is an error', () => {
    expect(replay(responses, recordedStream('openai', 'responses-error'))).toEqual([
      {
        type: 'error',
        failure: expect.objectContaining({
          status: 429,
          code: 'insufficient_quota',
          disables: true,
        }) as object,
      },
    ]);
  });

  test('a stream without its last event has no end, and one without usage no usage', () => {
    expect(replay(responses, recordedStream('openai', 'responses-no-end'))).toEqual([
      start,
      { type: 'text-delta', text: 'Half' },
    ]);
    const types = replay(responses, recordedStream('openai', 'responses-no-usage')).map(({ type }) => type);
    expect(types).toEqual(['start', 'text-delta', 'finish', 'done']);
  });

  test('events without a name are known by their type', () => {
    const bare = recordedStream('openai', 'responses-text')
      .toString()
      .replace(/^event: .*\n/gm, '');
    expect(replay(responses, Buffer.from(bare))).toEqual(
      replay(responses, recordedStream('openai', 'responses-text')),
    );
  });
});

describe('the end of a stream', () => {
  test.each(['text', 'incomplete'])('%s: the last event is found among all', (name) => {
    const bytes = recordedStream('openai', `responses-${name}`);
    expect(native.endOf!(bytes)).toBe(bytes.lastIndexOf('event: '));
  });

  test.each(['no-end', 'failed'])('%s: is no end', (name) => {
    expect(native.endOf!(recordedStream('openai', `responses-${name}`))).toBe(-1);
  });

  test('the same words inside a text are no end', () => {
    const data = JSON.stringify({ delta: '\nevent: response.completed' });
    expect(native.endOf!(Buffer.from(`event: response.output_text.delta\ndata: ${data}\n\n`))).toBe(-1);
  });
});

describe('whole answers', () => {
  test('calls of tools stand beside tokens of other classes', () => {
    const output = [{ type: 'web_search_call', status: 'completed', action: { type: 'search' } }];
    const usageOf = (usage: object) => reader.answer({ status: 'completed', output, usage }).usage?.more;
    const tools = { web_search: 1 };
    const details = { input_tokens_details: { audio_tokens: 4 } };
    expect(usageOf({ input_tokens: 9, output_tokens: 1, ...details })).toEqual({
      audioInput: 4,
      audioOutput: 0,
      tools,
    });
    expect(usageOf({ total_tokens: 9 })).toEqual({ undivided: true, tools });
  });

  test('every item, usage and the tools of the vendor by their price name', () => {
    expect(reader.answer(recordedAnswer('openai', 'responses-answer'))).toEqual({
      id: 'resp_67c',
      model: 'gpt-5.1-2025-11-13',
      parts: [
        { type: 'reasoning', text: 'Think hard' },
        { type: 'text', text: 'Hello' },
        { type: 'refusal', text: 'no' },
        { type: 'tool-call', id: 'call_1', name: 'f', arguments: '{"a":1}' },
      ],
      finish: { reason: 'tool-calls', raw: 'completed' },
      usage: { ...usage.usage, more: { tools: { web_search_preview: 1 } } },
    });
  });

  test.each([
    [{ status: 'failed', error: { code: 'server_error', message: 'x' } }, 502],
    [{ status: 'cancelled', error: null, output: [] }, 502],
    [{ id: 'x', choices: [] }, 502],
    [{ error: { type: 'invalid_request_error', message: 'x' } }, 400],
    ['html', 502],
  ])('%j is no answer', (body, status) => {
    let problem: unknown;
    try {
      reader.answer(body);
    } catch (caught) {
      problem = caught;
    }
    expect(problem).toBeInstanceOf(UpstreamError);
    expect((problem as UpstreamError).failure.status).toBe(status);
  });
});

describe('requests', () => {
  const call = (body: string, change: Partial<NativeChange> = {}, target = targetOf()) =>
    native.request(
      Buffer.from(body),
      { model: 'gpt-4o', stream: false, includeUsage: true, passThrough: false, ...change },
      target,
    );
  const sent = (...parameters: Parameters<typeof call>) => call(...parameters).body!.toString();

  test('only the name changes', () => {
    expect(sent('{ "model":"a", "input":"天", "unknown":{"x":1e2}, "previous_response_id":"resp_1" }')).toBe(
      '{ "model":"gpt-4o", "input":"天", "unknown":{"x":1e2}, "previous_response_id":"resp_1" }',
    );
  });

  test("the effort of a name's suffix joins the other wishes for thoughts", () => {
    const change = { model: 'gpt-5-high' };
    expect(sent('{"model":"gpt-5-high","reasoning":{"summary":"auto"}}', change)).toBe(
      '{"model":"gpt-5","reasoning":{"summary":"auto","effort":"high"}}',
    );
    expect(sent('{"model":"a"}', { ...change, passThrough: true })).toBe('{"model":"gpt-5-high"}');
    expect(call('{"model":"a","reasoning":{"effort":"low"}}', { model: 'o3' }).reasoningEffort).toBe('low');
    expect(call('{"model":"a"}')).not.toHaveProperty('reasoningEffort');
  });

  test("reasoning fits the model to which the client's is mapped", () => {
    const body = (effort: string) =>
      `{"model":"a","reasoning":{"effort":"${effort}","summary":"auto"},"include":["${encrypted}","x"]}`;
    const encrypted = 'reasoning.encrypted_content';
    const fitted = call(body('xhigh'), { model: 'gpt-5.1' });
    expect(fitted.reasoningEffort).toBe('high');
    expect(JSON.parse(fitted.body!.toString())).toEqual({
      model: 'gpt-5.1',
      reasoning: { effort: 'high', summary: 'auto' },
      include: [encrypted, 'x'],
    });
    const plain = call(body('high'), { model: 'gpt-4o' });
    expect(plain).not.toHaveProperty('reasoningEffort');
    expect(plain.body!.toString()).toBe('{"model":"gpt-4o","include":["x"]}');
    const own = targetOf({ requestedModel: 'gpt-4o' });
    expect(sent(body('high'), { model: 'gpt-4o' }, own)).toBe(body('high').replace('"a"', '"gpt-4o"'));
  });

  test('the channel may override fields, but not how the answer comes', () => {
    const override = { store: false, stream: true, background: true };
    expect(sent('{"model":"a","store":true}', {}, targetOf({ override }))).toBe(
      '{"model":"gpt-4o","store":false}',
    );
  });

  test.each([
    [1, 'https://host', '/v1/responses?x=1', 'https://host/v1/responses'],
    [
      1,
      'https://gateway.ai.cloudflare.com/v1/a/b/openai',
      '/v1/responses',
      'https://gateway.ai.cloudflare.com/v1/a/b/openai/responses',
    ],
  ])('type %d at %s', (type, baseUrl, path, url) => {
    expect(call('{"model":"a"}', {}, targetOf({ type, baseUrl, path })).url).toBe(url);
  });
});

test('OpenAI itself speaks it, its relatives are translated for', () => {
  expect(providerFor(1)?.native).toHaveProperty('openai-responses');
  expect(anyOpenAICompatible.native).not.toHaveProperty('openai-responses');
  expect(providerFor(25)?.native).not.toHaveProperty('openai-responses');
});

describe('the end of a stream', () => {
  const event = (name: string, data: object, lineEnd = '\n') =>
    `event: response.${name}${lineEnd}data: ${JSON.stringify(data)}${lineEnd}${lineEnd}`;
  const endOf = (text: string) => native.endOf!(Buffer.from(text));
  const first = event('output_text.delta', { delta: 'event: response.completed\n' });

  test.each(['completed', 'incomplete'])('is where the event %s begins', (name) => {
    expect(endOf(first)).toBe(-1);
    expect(endOf(first + event(name, {}))).toBe(first.length);
    expect(endOf(event(name, {}, '\r\n'))).toBe(0);
  });

  test('is no failure, and nothing that is only called alike', () => {
    expect(endOf(first + event('failed', {}))).toBe(-1);
    expect(endOf(first + event('completed_parts', {}))).toBe(-1);
    expect(endOf('')).toBe(-1);
  });
});

test('events that repeat earlier content are recognised by name and not read', () => {
  const read = reader.stream();
  for (const name of ['content_part.done', 'reasoning_summary_part.done', 'invented.later'])
    expect(read({ name: `response.${name}`, data: 'not JSON' })).toEqual([]);
  expect(() => read({ name: 'response.output_text.delta', data: 'not JSON' })).toThrow(SyntaxError);
});
