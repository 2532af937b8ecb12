import { failureIn } from '../../../../test/dialects/failure-in.js';
import { providerOf } from '../../../../test/dialects/provider-calls.js';
import { expectEvents, recordedAnswer, recordedStream, replay } from '../../../../test/dialects/recorded.js';

const DIFY = 37;
const dify = providerOf(DIFY);
const used = (input: number, output: number) => ({
  input,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output,
  reasoning: 0,
});

describe('streams', () => {
  test('a chat', () => {
    expect(replay(dify, recordedStream('dify', 'chat')).slice(0, 6)).toEqual([
      { type: 'start', id: '45701982-8118-4bc5-8e9b-64562b4555f2', model: '' },
      { type: 'text-delta', text: ' I' },
      { type: 'text-delta', text: "'m glad ☀" },
      { type: 'usage', usage: used(1033, 135) },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });

  test('an agent: thoughts of the model are reasoning, images of tools are shown', () => {
    expectEvents(dify, 'agent', [
      { type: 'start', id: 'c216c595', model: '' },
      { type: 'working' },
      { type: 'reasoning-delta', text: 'A cat' },
      { type: 'text-delta', text: 'Here' },
      { type: 'working' },
      {
        type: 'text-delta',
        text: '\n![image](http://127.0.0.1:5001/files/tools/d75b7a5c.png?timestamp=1705639526)\n',
      },
      { type: 'usage', usage: used(305, 97) },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });

  test('a chatflow: the end of its workflow is not an answer', () => {
    expectEvents(dify, 'chatflow', [
      { type: 'start', id: 'conv123', model: '' },
      { type: 'working' },
      { type: 'working' },
      { type: 'reasoning-delta', text: 'The user greeted me, so' },
      { type: 'text-delta', text: ' I' },
      { type: 'working' },
      { type: 'usage', usage: used(40, 10) },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });

  test('a workflow: tokens of its nodes; those of unknown kind are input', () => {
    expectEvents(dify, 'workflow', [
      { type: 'start', id: 'fb47b2e6', model: '' },
      { type: 'working' },
      { type: 'working' },
      { type: 'reasoning-delta', text: 'Let me translate that.' },
      { type: 'text-delta', text: 'Bonjour' },
      { type: 'working' },
      { type: 'usage', usage: used(110, 40) },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('an error', () => {
    expectEvents(dify, 'failed', [
      { type: 'start', id: 'c', model: '' },
      { type: 'text-delta', text: 'So' },
      {
        type: 'error',
        failure: {
          status: 429,
          message: 'Your quota for Dify Hosted OpenAI has been exhausted.',
          kind: 'upstream_error',
          code: 'provider_quota_exceeded',
          retryable: true,
          disables: true,
        },
      },
    ]);
  });

  const eventsFrom = (...events: object[]) => {
    const sse = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    return replay(dify, Buffer.from(sse));
  };

  test('moderation replaces the answer', () => {
    const events = eventsFrom(
      { event: 'message', message_id: 'm', answer: 'Bad' },
      { event: 'message_replace', message_id: 'm', answer: 'Sorry.', reason: 'output_moderation' },
      { event: 'message_end', message_id: 'm', metadata: {} },
    );
    expect(events.slice(2)).toEqual([
      { type: 'text-delta', text: '\n\nSorry.' },
      { type: 'finish', reason: 'content-filter' },
      { type: 'done' },
    ]);
  });

  test('a workflow that does not stream its text', () => {
    const finished = (outputs: object) =>
      eventsFrom({ event: 'workflow_finished', data: { status: 'succeeded', outputs, total_tokens: 9 } });
    expect(finished({ a: 'Hi', n: null }).slice(1)).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'usage', usage: used(8, 1) },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(finished({ a: 'Hi', b: 'Ho' })[1]).toEqual({ type: 'text-delta', text: '{"a":"Hi","b":"Ho"}' });
    expect(finished({}).map(({ type }) => type)).toEqual(['start', 'usage', 'finish']);
  });

  test.each([
    ['workflow_finished', { status: 'failed', error: 'node LLM: boom' }, { status: 502, retryable: true }],
    [
      'workflow_finished',
      { status: 'failed', error: "This model's maximum context length is 8192 tokens" },
      { status: 400, tooLong: true, retryable: false },
    ],
    ['workflow_paused', { status: 'paused' }, { status: 400, retryable: false }],
    ['human_input_required', {}, { code: 'human_input_required', retryable: false }],
  ])('%s is an error: %j', (event, data, failure) => {
    expect(eventsFrom({ event, data }).at(-1)).toMatchObject({ type: 'error', failure });
  });

  test('a run that was stopped is no answer', () => {
    const data = { status: 'stopped', outputs: {}, total_tokens: 0 };
    expect(eventsFrom({ event: 'workflow_finished', data }).at(-1)).toMatchObject({
      type: 'error',
      failure: { status: 502, message: 'the response ended with stopped', retryable: true },
    });
  });

  test('angle brackets are text', () => {
    const events = eventsFrom(
      ...['<', 'b>', ' a <', '/think> c'].map((answer) => ({ event: 'message', answer })),
      {
        event: 'message_end',
      },
    );
    const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
    expect(text).toBe('<b> a </think> c');
    expect(eventsFrom({ event: 'message', answer: '<thi' }, { event: 'message_end' })[1]).toEqual({
      type: 'text-delta',
      text: '<thi',
    });
  });
});

describe('blocking responses', () => {
  test('of a chat', () => {
    expect(dify.chat!.answer(recordedAnswer('dify', 'chat'))).toEqual({
      id: '45701982-8118-4bc5-8e9b-64562b4555f2',
      model: '',
      parts: [
        { type: 'reasoning', text: 'Hm' },
        { type: 'text', text: 'iPhone 13 Pro Max specs are listed here:...' },
      ],
      finish: { reason: 'stop', raw: undefined, stopSequence: undefined },
      usage: used(1033, 128),
    });
  });

  test('of a workflow, which reports only the sum of its tokens', () => {
    const { parts, usage } = dify.chat!.answer(recordedAnswer('dify', 'workflow'));
    expect(parts).toEqual([{ type: 'text', text: 'Bonjour le monde' }]);
    expect(usage!.input + usage!.output).toBe(150);
  });

  test('missing usage is not zero usage', () => {
    const metadata = { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } };
    expect(dify.chat!.answer({ event: 'message', answer: 'Hi', metadata }).usage).toBeUndefined();
  });

  test('an error inside a 200', () => {
    const body = { code: 'too_many_requests', message: 'Too many requests.', status: 429 };
    expect(failureIn(() => dify.chat!.answer(body))).toMatchObject({ status: 429, message: body.message });
    expect(failureIn(() => dify.chat!.answer({}))).toMatchObject({ code: 'invalid_response' });
    expect(failureIn(() => dify.chat!.answer(undefined))).toMatchObject({ code: 'invalid_response' });
  });
});
