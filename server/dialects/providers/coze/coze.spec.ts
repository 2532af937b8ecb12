import { failureIn } from '../../../../test/dialects/failure-in.js';
import { base, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, expectEvents, replay } from '../../../../test/dialects/recorded.js';

const COZE = 49;
const coze = providerOf(COZE);
const other = '7379462189365198898';
const question = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const used = (input: number, output: number) => ({
  input,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output,
  reasoning: 0,
});
const sent = (...args: Parameters<typeof written>) => bodyOf(written(...args));

describe('requests', () => {
  test('a question', () => {
    const call = written(COZE, { ...question('hello'), user: 'ada', temperature: 0 }, { other });
    expect(call).toMatchObject({ method: 'POST', url: `${base}/v3/chat` });
    expect(call.headers.authorization).toBe('Bearer sk-key');
    expect(bodyOf(call)).toEqual({
      bot_id: other,
      user_id: 'ada',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'hello', content_type: 'text' }],
    });
  });

  test('without a bot of the channel the model is the bot', () => {
    expect(sent(COZE, question('q'), { model: '123' })).toMatchObject({
      bot_id: '123',
      user_id: 'anonymous',
    });
  });

  test('a conversation: instructions precede the first question, the last message is the user’s', () => {
    const call = translated(COZE, {
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: '5' }] },
        { role: 'assistant', content: 'So' },
      ],
    });
    expect(bodyOf(call)).toMatchObject({
      additional_messages: [
        { role: 'user', content: 'Be brief.\n\nhello' },
        { role: 'assistant', type: 'answer', content: 'Tool call: f({"a":1})' },
        { role: 'user', content: 'Tool result of f: 5' },
        { role: 'assistant', content: 'So' },
        { role: 'user', content: '...' },
      ],
    });
  });

  test('at most a hundred messages', () => {
    const messages = Array.from({ length: 121 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: String(index),
    }));
    const { additional_messages: found } = sent(COZE, { messages }) as { additional_messages: object[] };
    expect(found).toHaveLength(100);
    expect(found.at(-1)).toMatchObject({ content: '120' });
  });

  test('metadata starts and continues a conversation, and sets variables', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ];
    const started = written(COZE, { messages, metadata: { conversation_id: '' } });
    expect(started.url).toBe(`${base}/v3/chat`);
    expect(bodyOf(started)).toMatchObject({ auto_save_history: true });
    const continued = written(COZE, { messages, metadata: { conversation_id: 'c 1', city: 'Rome' } });
    expect(continued.url).toBe(`${base}/v3/chat?conversation_id=c%201`);
    expect(bodyOf(continued)).toMatchObject({
      auto_save_history: true,
      custom_variables: { city: 'Rome' },
      additional_messages: [{ content: 'three' }],
    });
  });

  test('files by URL are named in the message', () => {
    const content = [
      { type: 'text', text: 'q' },
      { type: 'image_url', image_url: { url: 'https://a.example/x.png' } },
    ];
    expect(sent(COZE, question(content))).toMatchObject({
      additional_messages: [
        {
          content: '[{"type":"text","text":"q"},{"type":"image","file_url":"https://a.example/x.png"}]',
          content_type: 'object_string',
        },
      ],
    });
    expect(() => sent(COZE, question([{ type: 'image_url', image_url: { url: 'ftp://a' } }]))).toThrow(
      /http/,
    );
  });

  test('other files are uploaded first, each once', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };
    const audio = { type: 'input_audio', input_audio: { format: 'mp3', data: 'bXAz' } };
    const first = written(COZE, question([image, image, audio]), { other });
    expect(first).toMatchObject({ url: `${base}/v1/files/upload`, waitMs: 0 });
    expect(first.body!.toString()).toContain(
      'name="file"; filename="image.png"\r\ncontent-type: image/png\r\n\r\nhi',
    );
    const second = first.next!({ code: 0, data: { id: 'f-1' } })!;
    expect(second.body!.toString()).toContain('filename="audio.mp3"\r\ncontent-type: audio/mpeg\r\n\r\nmp3');
    const call = second.next!({ code: 0, data: { id: 'f-2' } })!;
    const [message] = (bodyOf(call) as { additional_messages: { content: string }[] }).additional_messages;
    expect(JSON.parse(message!.content)).toEqual([
      { type: 'image', file_id: 'f-1' },
      { type: 'image', file_id: 'f-1' },
      { type: 'audio', file_id: 'f-2' },
    ]);
    const refused = failureIn(() => first.next!({ code: 4302, msg: 'too large' }));
    expect(refused).toMatchObject({ status: 413, message: 'too large' });
    expect(failureIn(() => first.next!({ code: 0 }))).toMatchObject({ code: 'invalid_response' });
  });

  test.each([
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['logprobs', { logprobs: true }],
  ])('%s is refused', (name, fields) => {
    expect(() => written(COZE, { ...question('q'), ...fields })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
    );
  });
});

describe('streams', () => {
  test('a chat', () => {
    expectEvents(coze, 'chat', [
      { type: 'start', id: '7381473525342978089', model: '' },
      { type: 'working' },
      { type: 'working' },
      { type: 'reasoning-delta', text: '想' },
      { type: 'text-delta', text: '2024' },
      { type: 'text-delta', text: ' 年' },
      { type: 'working' },
      { type: 'working' },
      { type: 'usage', usage: used(614, 19) },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });

  test('several answers, one without deltas; no usage', () => {
    expectEvents(coze, 'workflow', [
      { type: 'start', id: '2', model: '' },
      { type: 'working' },
      { type: 'working' },
      { type: 'text-delta', text: 'One' },
      { type: 'text-delta', text: '\n\nTwo' },
      { type: 'working' },
      { type: 'working' },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });

  test('a call of a plugin at the client', () => {
    expectEvents(coze, 'action', [
      { type: 'start', id: '2', model: '' },
      { type: 'working' },
      { type: 'tool-start', index: 0, id: 'call_1', name: 'get_weather' },
      { type: 'tool-delta', index: 0, text: '{"city":"Berlin"}' },
      { type: 'usage', usage: used(10, 2) },
      { type: 'finish', reason: 'tool-calls' },
      { type: 'done' },
    ]);
  });

  test('a chat that failed', () => {
    expectEvents(coze, 'failed', [
      { type: 'start', id: '2', model: '' },
      { type: 'working' },
      {
        type: 'error',
        failure: {
          status: 402,
          message: 'The Coze token balance of the current account is insufficient',
          kind: 'upstream_error',
          code: '4011',
          retryable: true,
          disables: true,
        },
      },
      { type: 'done' },
    ]);
  });

  test.each([
    ['event: error\ndata: {"code":4009,"msg":"busy"}', { status: 429, retryable: true }],
    ['data: {"code":4010,"msg":"long"}', { status: 400, tooLong: true, retryable: false }],
    ['event: error\ndata: {"message":"boom"}', { status: 502, message: 'boom' }],
    ['event: conversation.chat.failed\ndata: {"last_error":{"code":0}}', { status: 502 }],
  ])('%s', (frame, failure) => {
    expect(replay(coze, Buffer.from(`${frame}\n\n`)).at(-1)).toMatchObject({ type: 'error', failure });
  });

  test('other events', () => {
    const events = ['conversation.audio.delta', 'conversation.chat.canceled', 'new'].map(
      (name) => `event: ${name}\ndata: {"conversation_id":"c"}\n\n`,
    );
    expect(replay(coze, Buffer.from(events.join(''))).slice(1)).toMatchObject([
      { type: 'media-delta' },
      { type: 'error', failure: { status: 502, message: 'the response ended with canceled' } },
      { type: 'working' },
    ]);
  });
});

describe('errors', () => {
  test.each([
    [4000, { status: 400, retryable: false, disables: false }],
    [4006, { status: 404, retryable: true, disables: false }],
    [4013, { status: 503, retryable: true, disables: false }],
    [4014, { status: 400, retryable: false }],
    [4020, { status: 429, retryable: true, disables: false }],
    [4028, { status: 402, retryable: true, disables: true }],
    [4100, { status: 401, retryable: true, disables: true }],
    [4101, { status: 403, retryable: true, disables: true }],
    [4102, { status: 403, retryable: true, disables: false }],
    [700012006, { status: 401, retryable: true, disables: true }],
    [777777, { status: 502, retryable: true, disables: false }],
  ])('code %i inside a 200', (code, expected) => {
    const body = { code, msg: 'no', detail: { logid: 'l' } };
    expect(failureIn(() => coze.chat!.answer(body))).toMatchObject({ message: 'no', ...expected });
  });

  test('with a status of their own', () => {
    const body = JSON.stringify({ code: 4100, msg: 'authentication is invalid' });
    expect(coze.readError(401, {}, body)).toMatchObject({ status: 401, disables: true, code: '4100' });
    expect(coze.readError(503, { 'retry-after': '3' }, 'busy')).toMatchObject({
      status: 503,
      retryAfterSeconds: 3,
    });
  });

  test('the state of a chat that has only begun is no answer', () => {
    const body = { code: 0, data: { id: '1', conversation_id: '2', status: 'in_progress' } };
    expect(failureIn(() => coze.chat!.answer(body))).toMatchObject({ code: 'invalid_response' });
  });
});
