import { failureIn } from '../../../../test/dialects/failure-in.js';
import { base, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import {
  bodyOf,
  expectEvents,
  recordedAnswer,
  recordedStream,
  replay,
} from '../../../../test/dialects/recorded.js';
import { definitionOf } from '../registry.js';

const DIFY = 37;
const dify = providerOf(DIFY);
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };
const question = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const used = (input: number, output: number) => ({
  input,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output,
  reasoning: 0,
});

describe('requests', () => {
  test('a question is the query of a new conversation', () => {
    const call = written(DIFY, { ...question('hello'), user: 'ada', temperature: 0, max_tokens: 9 });
    expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/chat-messages` });
    expect(call.headers.authorization).toBe('Bearer sk-key');
    expect(bodyOf(call)).toEqual({
      inputs: {},
      query: 'hello',
      response_mode: 'streaming',
      user: 'ada',
      auto_generate_name: false,
    });
  });

  test('a conversation is one query with roles; every request has a user', () => {
    const call = translated(DIFY, {
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: '5' }] },
      ],
    });
    expect(bodyOf(call)).toMatchObject({
      user: 'anonymous',
      query:
        'SYSTEM: \nBe brief.\nUSER: \nhello\nASSISTANT: \nTool call: f({"a":1})\nUSER: \nTool result of f: 5\n',
    });
  });

  test('metadata continues a conversation with the new message only, and sets variables', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ];
    const metadata = { conversation_id: 'c-1', city: 'Rome' };
    expect(bodyOf(written(DIFY, { messages, metadata }))).toMatchObject({
      conversation_id: 'c-1',
      query: 'three',
      inputs: { city: 'Rome' },
    });
  });

  test.each([
    ['completion', '/completion-messages', 'query'],
    ['workflow', '/workflows/run', 'query'],
    ['workflow:text', '/workflows/run', 'text'],
  ])('an app of type %s gets the text as an input', (other, path, variable) => {
    const override = { inputs: { lang: 'fr' }, response_mode: 'blocking' };
    const call = written(
      DIFY,
      { ...question('hello'), metadata: { conversation_id: 'c' } },
      { other, override },
    );
    expect(call.url).toBe(`${base}/v1${path}`);
    expect(bodyOf(call)).toEqual({
      inputs: { lang: 'fr', [variable]: 'hello' },
      response_mode: 'blocking',
      user: 'anonymous',
    });
  });

  test('the address may end in /v1; other values of the app type are refused by the form only', () => {
    const call = written(DIFY, question('q'), { baseUrl: 'http://dify.local/v1', other: 'old' });
    expect(call.url).toBe('http://dify.local/v1/chat-messages');
    const check = definitionOf(DIFY)!.form!.other!.check!;
    expect(['', 'chat', 'workflow:a_b'].map(check)).toEqual([undefined, undefined, undefined]);
    expect(['agent', 'workflow:', 'workflow:a b'].map(check)).toEqual(
      Array(3).fill('channel_app_type_unknown'),
    );
  });

  test('files by URL are named in the request', () => {
    const content = [
      { type: 'text', text: 'q' },
      { type: 'image_url', image_url: { url: 'https://a.example/x' } },
    ];
    expect(bodyOf(written(DIFY, question(content)))).toMatchObject({
      query: 'q',
      files: [{ type: 'image', transfer_method: 'remote_url', url: 'https://a.example/x' }],
    });
    const ftp = [{ type: 'image_url', image_url: { url: 'ftp://a.example/x' } }];
    expect(() => written(DIFY, question(ftp))).toThrow(/http/);
  });

  test('other files are uploaded first, each once, for the same user', () => {
    const file = {
      type: 'file',
      file: { filename: 'a "b".pdf', file_data: 'data:application/pdf;base64,cGRm' },
    };
    const upload = written(DIFY, { ...question([image, image, file]), user: 'ada' });
    expect(upload).toMatchObject({ method: 'POST', url: `${base}/v1/files/upload`, waitMs: 0 });
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(upload.headers['content-type']!)![1]!;
    expect(upload.body!.toString()).toBe(
      `--${boundary}\r\ncontent-disposition: form-data; name="user"\r\n\r\nada\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="image.png"\r\n` +
        `content-type: image/png\r\n\r\nhi\r\n--${boundary}--\r\n`,
    );
    const second = upload.next!({ id: 'f-1' })!;
    expect(second.body!.toString()).toContain('filename="a %22b%22.pdf"');
    const call = second.next!({ id: 'f-2' })!;
    expect(call.next).toBeUndefined();
    expect(bodyOf(call)).toMatchObject({
      query: '...',
      user: 'ada',
      files: [
        { type: 'image', transfer_method: 'local_file', upload_file_id: 'f-1' },
        { type: 'document', transfer_method: 'local_file', upload_file_id: 'f-2' },
      ],
    });
    expect(failureIn(() => upload.next!({}))).toMatchObject({ code: 'invalid_response' });
  });

  test.each([
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['logprobs', { logprobs: true }],
  ])('%s is refused', (name, fields) => {
    expect(() => written(DIFY, { ...question('q'), ...fields })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
    );
  });
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

test.each([
  [401, 'unauthorized', { status: 401, disables: true }],
  [400, 'provider_quota_exceeded', { status: 429, retryable: true, disables: true }],
  [429, 'too_many_requests', { status: 429, retryable: true, disables: false, retryAfterSeconds: 7 }],
  [400, 'provider_not_initialize', { status: 503, retryable: true, disables: false }],
  [400, 'not_chat_app', { status: 503, retryable: true }],
  [400, 'invalid_param', { status: 400, retryable: false, disables: false }],
  [404, 'not_found', { status: 404, disables: false }],
  [400, 'completion_request_error', { status: 502, retryable: true }],
  [418, 'new_code', { status: 418 }],
])('status %i with code %s', (status, code, expected) => {
  const body = JSON.stringify({ code, message: 'm', status });
  expect(dify.readError(status, { 'retry-after': '7' }, body)).toMatchObject({
    code,
    message: 'm',
    ...expected,
  });
});

test('a conversation that is too long', () => {
  const message = "This model's maximum context length is 8192 tokens";
  const body = JSON.stringify({ code: 'completion_request_error', message, status: 400 });
  expect(dify.readError(400, {}, body)).toMatchObject({ status: 400, tooLong: true, retryable: false });
});
