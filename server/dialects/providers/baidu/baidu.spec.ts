import { failureIn } from '../../../../test/dialects/failure-in.js';
import { base, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { embeddings } from '../../operations/embeddings.js';
import { definitionOf } from '../registry.js';

const BAIDU = 15;
const baidu = providerOf(BAIDU);
const key = 'ak|sk';
const path = '/rpc/2.0/ai_custom/v1/wenxinworkshop';
const question = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const sent = (body: object, model = 'ERNIE-4.0-8K') => bodyOf(written(BAIDU, body, { model, key }));
const used = (input: number, output: number) => ({ ...noUsage(), input, output });

describe('access tokens', () => {
  const codec = written(BAIDU, question('q'), { key }).accessToken!;

  test('are exchanged for the key and added to the address; nothing else carries the key', () => {
    expect(codec.request(new Date())).toEqual({
      method: 'POST',
      url: `${base}/oauth/2.0/token?grant_type=client_credentials&client_id=ak&client_secret=sk`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    const call = written(BAIDU, question('q'), { key, model: 'ERNIE-4.0-8K' });
    expect(codec.apply(call, 'a/b').url).toBe(`${base}${path}/chat/completions_pro?access_token=a%2Fb`);
    expect(JSON.stringify([call.url, call.headers, bodyOf(call)])).not.toMatch(/sk|ak\|/);
  });

  test('are valid for as long as stated', () => {
    const body = JSON.stringify({ access_token: 't', expires_in: 60, scope: 'x' });
    expect(codec.read(200, {}, body)).toEqual({ token: 't', expiresInSeconds: 60 });
    expect(codec.read(200, {}, '{"access_token":"t"}').expiresInSeconds).toBe(2_592_000);
  });

  test.each([
    [
      401,
      '{"error":"invalid_client","error_description":"unknown client id"}',
      { status: 401, disables: true },
    ],
    [200, '{"error":"invalid_client"}', { status: 401, disables: true, message: 'invalid_client' }],
    [503, '<html>', { status: 502, disables: false, retryable: true }],
    [200, '{}', { status: 502, disables: false }],
  ])('are not issued: %i %s', (status, body, failure) => {
    expect(failureIn(() => codec.read(status, {}, body))).toMatchObject(failure);
  });

  test.each(['ak', 'ak|', '|sk', 'ak|sk|x'])('need a key of two parts, not %j', (wrong) => {
    const call = written(BAIDU, question('q'), { key: wrong });
    expect(failureIn(() => call.accessToken!.request(new Date()))).toMatchObject({
      status: 401,
      message: 'invalid baidu apikey',
      disables: true,
    });
  });

  test.each([
    ['{"error_code":110,"error_msg":"Access token invalid or no longer valid"}', true],
    ['{"error_msg":"Access token expired","error_code": 111,"id":"as-1"}', true],
    ['{"error_code":1100}', false],
    ['{"error_code":18}', false],
    ['{"id":"as-1","result":"\\"error_code\\":110"}', false],
    ['data: {"id":"as-1"}', false],
  ])('are rejected by %s: %j', (start, expected) => {
    expect(codec.rejects!(Buffer.from(start))).toBe(expected);
  });
});

test.each([
  ['ERNIE-4.0-8K', 'chat/completions_pro'],
  ['ERNIE-3.5-8K', 'chat/completions'],
  ['ERNIE-Lite-8K-0922', 'chat/eb-instant'],
  ['ERNIE-Speed-8K', 'chat/ernie_speed'],
  ['ERNIE-4.0-Turbo-8K', 'chat/ernie-4.0-turbo-8k'],
  ['my/model', 'chat/my%2Fmodel'],
  ['Embedding-V1', 'embeddings/embedding-v1'],
  ['bge-large-zh', 'embeddings/bge_large_zh'],
  ['tao-8k', 'embeddings/tao_8k'],
])('the address of %s', (model, end) => {
  expect(written(BAIDU, question('q'), { model, key }).url).toBe(`${base}${path}/${end}`);
});

test('retired models are not suggested', () => {
  const { models } = definitionOf(BAIDU)!;
  for (const model of ['ERNIE-Bot-8K', 'ERNIE-Lite-8K-0922', 'ERNIE-3.5-8K-0205', 'BLOOMZ-7B'])
    expect(models).not.toContain(model);
});

describe('requests', () => {
  test('a question with every member', () => {
    expect(
      sent({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'q' },
        ],
        stream: true,
        temperature: 0.5,
        top_p: 0.7,
        frequency_penalty: 1.2,
        max_tokens: 100,
        stop: ['END'],
        response_format: { type: 'json_object' },
        user: 'ada',
      }),
    ).toEqual({
      messages: [{ role: 'user', content: 'q' }],
      system: expect.stringContaining('Be brief.'),
      stream: true,
      temperature: 0.5,
      top_p: 0.7,
      penalty_score: 1.2,
      max_output_tokens: 100,
      stop: ['END'],
      response_format: 'json_object',
      user_id: 'ada',
    });
  });

  test.each([
    [{ temperature: 0 }, { temperature: 0.01 }],
    [{ temperature: 1.7 }, { temperature: 1 }],
    [{ top_p: 2 }, { top_p: 1 }],
    [{ max_tokens: 1 }, { max_output_tokens: 2 }],
    [{ max_tokens: 9000 }, { max_output_tokens: 2048 }],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, { stop: ['a', 'b', 'c', 'd'] }],
  ])('%j is sent as %j', (fields, expected) => {
    expect(sent({ ...question('q'), ...fields })).toMatchObject(expected);
  });

  test.each([[{ frequency_penalty: 0.5 }], [{ frequency_penalty: -1 }], [{ stop: 'a'.repeat(21) }]])(
    '%j is not sent',
    (fields) => {
      expect(Object.keys(sent({ ...question('q'), ...fields }) as object)).toEqual(['messages', 'stream']);
    },
  );

  test('models with long contexts have a higher limit', () => {
    expect(sent({ ...question('q'), max_tokens: 9000 }, 'ERNIE-Speed-128K')).toMatchObject({
      max_output_tokens: 4096,
    });
  });

  test('calls are written one after another, each before its result', () => {
    const call = translated(
      BAIDU,
      {
        messages: [
          { role: 'user', content: 'weather?' },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'I look.' },
              { type: 'tool_use', id: '1', name: 'f', input: { a: 1 } },
              { type: 'tool_use', id: '2', name: 'g', input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: '2', content: '{"x":2}' },
              { type: 'tool_result', tool_use_id: '1', content: 'warm' },
              { type: 'text', text: 'So?' },
            ],
          },
        ],
        tools: [{ name: 'f', input_schema: { type: 'object' } }],
      },
      { key, model: 'ERNIE-4.0-8K' },
    );
    expect(bodyOf(call)).toMatchObject({
      messages: [
        { role: 'user', content: 'weather?' },
        { role: 'assistant', content: 'I look.', function_call: { name: 'f', arguments: '{"a":1}' } },
        { role: 'function', name: 'f', content: '{"result":"warm"}' },
        { role: 'assistant', content: '', function_call: { name: 'g', arguments: '{}' } },
        { role: 'function', name: 'g', content: '{"x":2}' },
        { role: 'assistant', content: '...' },
        { role: 'user', content: 'So?' },
      ],
      functions: [{ name: 'f', description: 'f', parameters: { type: 'object', properties: {} } }],
    });
  });

  test('roles alternate, and the user begins and ends', () => {
    const messages = [
      { role: 'assistant', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
      { role: 'user', content: 'd' },
      { role: 'assistant', content: 'e' },
    ];
    expect(sent({ messages })).toMatchObject({
      messages: [
        { role: 'user', content: '...' },
        { role: 'assistant', content: 'a\nb' },
        { role: 'user', content: 'c\nd' },
        { role: 'assistant', content: 'e' },
        { role: 'user', content: '...' },
      ],
    });
  });

  test('a choice of tools', () => {
    const tools = ['f', 'g'].map((name) => ({ type: 'function', function: { name } }));
    const choice = (tool_choice: unknown, some = tools) =>
      sent({ ...question('q'), tools: some, tool_choice }) as Record<string, unknown>;
    const chosen = { type: 'function', function: { name: 'f' } };
    expect(choice({ type: 'function', function: { name: 'f' } }).tool_choice).toEqual(chosen);
    expect(choice('required', tools.slice(0, 1)).tool_choice).toEqual(chosen);
    expect(choice('required')).not.toHaveProperty('tool_choice');
    expect(choice('none')).not.toHaveProperty('functions');
  });

  test.each([
    ['image', question([{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }])],
    ['logprobs', { ...question('q'), logprobs: true }],
    [
      'json_schema',
      { ...question('q'), response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {} } } },
    ],
  ])('%s is refused', (name, body) => {
    expect(() => sent(body)).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
    );
  });
});

describe('embeddings', () => {
  const codec = baidu.operations!.embeddings!;
  const read = (fields: object) =>
    embeddings.read({
      body: Buffer.from(JSON.stringify({ model: 'Embedding-V1', ...fields })),
      contentType: 'application/json',
      path: '/v1/embeddings',
    });
  const target = targetOf({ type: BAIDU, baseUrl: base, model: 'Embedding-V1', key });
  const data = [
    { object: 'embedding', embedding: [2], index: 1 },
    { object: 'embedding', embedding: [1], index: 0 },
  ];

  test('texts and their vectors', () => {
    const request = read({ input: ['a', 'b'], encoding_format: 'float', dimensions: null });
    expect(bodyOf(codec.request(request, target))).toEqual({ input: ['a', 'b'] });
    expect(codec.answer!({ data, usage: { prompt_tokens: 2, total_tokens: 2 } }, request)).toEqual({
      usage: used(2, 0),
      body: {
        object: 'list',
        model: 'Embedding-V1',
        data: [
          { object: 'embedding', index: 0, embedding: [1] },
          { object: 'embedding', index: 1, embedding: [2] },
        ],
        usage: { prompt_tokens: 2, total_tokens: 2 },
      },
    });
  });

  test('as base64; errors', () => {
    const request = read({ input: 'a', encoding_format: 'base64' });
    const { body } = codec.answer!({ data: data.slice(1) }, request);
    expect(body).toMatchObject({ data: [{ embedding: 'AACAPw==' }] });
    expect(failureIn(() => codec.answer!({ error_code: 4, error_msg: 'x' }, request)).status).toBe(429);
    expect(failureIn(() => codec.answer!({ data: [] }, request)).code).toBe('invalid_response');
  });

  test.each([[Array(17).fill('a')], [[[1, 2]]]])('%j cannot be embedded', (input) => {
    expect(() => codec.request(read({ input }), target)).toThrow(ApiError);
  });
});
