import { failureIn } from '../../../../test/dialects/failure-in.js';
import { base, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { definitionOf } from '../registry.js';

const DIFY = 37;
const dify = providerOf(DIFY);
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };
const question = (content: unknown) => ({ messages: [{ role: 'user', content }] });

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
