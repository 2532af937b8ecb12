import { GoogleAccount } from '../../../../test/doubles/google-account.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { protocols } from '../../protocols/registry.js';
import { UpstreamError } from '../../canonical/failure.js';
import type { ProtocolName } from '../../protocols/protocol.js';
import type { NativeChange, Target } from '../provider.js';
import { definitionOf, providerFor, providerForModel } from '../registry.js';
import { vertexName } from './claude.js';

const VERTEX = 41;
const ADDRESS = 'https://aiplatform.googleapis.com';
const PROJECT = 'projects/project-1/locations/us-east5';
const account = new GoogleAccount(() => 'https://oauth2.googleapis.com');

const target = (model: string, given: Partial<Target> = {}): Target =>
  targetOf({
    type: VERTEX,
    baseUrl: ADDRESS,
    key: account.document(),
    other: 'us-east5',
    model,
    requestedModel: model,
    ...given,
  });
const change = (model: string, given: Partial<NativeChange> = {}): NativeChange => ({
  model,
  stream: false,
  includeUsage: false,
  passThrough: false,
  ...given,
});
const question = { messages: [{ role: 'user', content: 'hi' }] };

/** A request of an OpenAI client, translated. */
function translated(model: string, fields: object = {}, given: Partial<Target> = {}) {
  const chat = protocols['openai-chat'].parse(
    Buffer.from(JSON.stringify({ model, ...question, ...fields })),
    '',
  );
  chat.model = model;
  return providerForModel(VERTEX, model)!.chat!.request(chat, target(model, given));
}

/** A request of a client of the model's maker. */
function passed(
  protocol: ProtocolName,
  model: string,
  body: object,
  changes: Partial<NativeChange> = {},
  given: Partial<Target> = {},
) {
  const bytes = Buffer.from(JSON.stringify(body));
  return providerForModel(VERTEX, model)!.native[protocol]!.request(
    bytes,
    change(model, changes),
    target(model, given),
  );
}

describe('publishers', () => {
  test.each([
    ['claude-opus-5', ['anthropic-messages']],
    ['gemini-3.5-flash', ['gemini']],
    ['imagen-4.0-generate-001', ['gemini']],
    ['gemini-embedding-001', []],
    ['text-embedding-005', []],
    ['text-multilingual-embedding-002', []],
    ['mistral-medium-3', ['openai-chat']],
    ['codestral-2', ['openai-chat']],
    ['meta/llama3-405b-instruct-maas', ['openai-chat']],
    ['llama-4-scout', ['openai-chat']],
    ['deepseek-ai/deepseek-v3.2-maas', ['openai-chat']],
    ['google/gemini-3.5-flash', ['openai-chat']],
  ])('%s has the format of %j', (model, expected) => {
    expect(Object.keys(providerForModel(VERTEX, model)!.native)).toEqual(expected);
  });

  test('a model of no known publisher is not served', () => {
    const provider = providerForModel(VERTEX, 'chat-bison')!;
    expect(provider).toMatchObject({ native: {} });
    expect(provider.chat).toBeUndefined();
    expect(provider.operations).toBeUndefined();
  });

  test('models of one publisher share a provider', () => {
    expect(providerForModel(VERTEX, 'claude-opus-5')).toBe(providerForModel(VERTEX, 'claude-sonnet-5'));
  });

  test('the type has what any of its models has, and no live model list', () => {
    const provider = providerFor(VERTEX)!;
    expect(Object.keys(provider.native).toSorted()).toEqual(['anthropic-messages', 'gemini', 'openai-chat']);
    expect(Object.keys(provider.operations!).toSorted()).toEqual([
      'batch-embed-contents',
      'embed-content',
      'embeddings',
      'image-edit',
      'image-generation',
      'predict',
      'speech',
    ]);
    expect(provider.models).toBeUndefined();
  });
});

describe('addresses', () => {
  test.each([
    ['gemini-3.5-flash', `${PROJECT}/publishers/google/models/gemini-3.5-flash:generateContent`],
    [
      'claude-sonnet-4-20250514',
      `${PROJECT}/publishers/anthropic/models/claude-sonnet-4@20250514:rawPredict`,
    ],
    [
      'claude-3-7-sonnet-20250219-thinking',
      `${PROJECT}/publishers/anthropic/models/claude-3-7-sonnet@20250219:rawPredict`,
    ],
    ['meta/llama3-405b-instruct-maas', `${PROJECT}/endpoints/openapi/chat/completions`],
    ['mistral-small-2503', `${PROJECT}/publishers/mistralai/models/mistral-small-2503:rawPredict`],
    ['mistral-large-2411@001', `${PROJECT}/publishers/mistralai/models/mistral-large-2411@001:rawPredict`],
  ])('%s is at %s', (model, path) => {
    expect(translated(model).url).toBe(`https://us-east5-aiplatform.googleapis.com/v1/${path}`);
  });

  test.each([
    ['gemini-3.5-flash', 'publishers/google/models/gemini-3.5-flash:streamGenerateContent?alt=sse'],
    ['claude-opus-5', 'publishers/anthropic/models/claude-opus-5:streamRawPredict'],
    ['meta/llama3-405b-instruct-maas', 'endpoints/openapi/chat/completions'],
    ['mistral-small-2503', 'publishers/mistralai/models/mistral-small-2503:streamRawPredict'],
  ])('a stream of %s is at %s', (model, path) => {
    const call = translated(model, { stream: true });
    expect(call.url).toBe(`https://us-east5-aiplatform.googleapis.com/v1/${PROJECT}/${path}`);
    expect(call.headers.accept).toBe('text/event-stream');
  });

  test.each([
    ['europe-west4', 'https://europe-west4-aiplatform.googleapis.com', 'europe-west4'],
    ['global', ADDRESS, 'global'],
    ['', ADDRESS, 'global'],
    ['us', 'https://aiplatform.us.rep.googleapis.com', 'us'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com', 'eu'],
    [
      '{"default":"us-east5","claude-x":"europe-west1"}',
      'https://us-east5-aiplatform.googleapis.com',
      'us-east5',
    ],
    [
      '{"default":"us-east5","asked":"europe-west1"}',
      'https://europe-west1-aiplatform.googleapis.com',
      'europe-west1',
    ],
  ])('the region %s is at %s', (other, host, region) => {
    const { url } = translated('gemini-3.5-flash', {}, { other, requestedModel: 'asked' });
    expect(url).toMatch(`${host}/v1/projects/project-1/locations/${region}/`);
  });

  test('an object of regions has no inherited members', () => {
    const { url } = translated(
      'gemini-3.5-flash',
      {},
      { other: '{"default":"us"}', requestedModel: 'toString' },
    );
    expect(url).toContain('/locations/us/');
  });

  test('the channel’s address replaces that of the region, which stays in the path', () => {
    const { url } = translated('claude-opus-5', {}, { baseUrl: 'https://private.example' });
    expect(url).toBe(
      `https://private.example/v1/${PROJECT}/publishers/anthropic/models/claude-opus-5:rawPredict`,
    );
  });

  test.each(['us-east5/../x', 'evil.example#', '{"default":7x', '{"default":"a b"}'])(
    'the region %s is refused',
    (other) => {
      expect(failureOf(() => translated('gemini-3.5-flash', {}, { other }))).toMatchObject({
        code: 'invalid_region',
        retryable: true,
        disables: false,
      });
    },
  );

  test('names cannot leave their segment', () => {
    expect(translated('claude-a/../../x').url).toContain('/models/claude-a%2F..%2F..%2Fx:rawPredict');
    expect(translated('gemini-a/../../x').url).toContain('/models/gemini-a%2F..%2F..%2Fx:generateContent');
  });

  test.each([
    ['claude-3-sonnet-20240229', 'claude-3-sonnet@20240229'],
    ['claude-3-opus-20240229', 'claude-3-opus@20240229'],
    ['claude-3-haiku-20240307', 'claude-3-haiku@20240307'],
    ['claude-3-5-sonnet-20240620', 'claude-3-5-sonnet@20240620'],
    ['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-v2@20241022'],
    ['claude-3-7-sonnet-20250219', 'claude-3-7-sonnet@20250219'],
    ['claude-3-5-haiku-20241022', 'claude-3-5-haiku@20241022'],
    ['claude-opus-4-8', 'claude-opus-4-8'],
    ['claude-opus-4@20250514', 'claude-opus-4@20250514'],
  ])('%s is called %s', (name, expected) => {
    expect(vertexName(name)).toBe(expected);
  });
});

describe('authentication', () => {
  test('a service account is exchanged for an access token', () => {
    const { headers, accessToken } = translated('claude-opus-5');
    expect(headers).not.toHaveProperty('x-api-key');
    expect(headers).not.toHaveProperty('anthropic-version');
    expect(headers).not.toHaveProperty('authorization');
    const applied = accessToken!.apply(translated('gemini-3.5-flash'), 'ya29.x');
    expect(applied.headers.authorization).toBe('Bearer ya29.x');
    expect(applied.headers).not.toHaveProperty('x-goog-api-key');
  });

  test('an API key is sent with models of Google, without project', () => {
    const call = translated('gemini-3.5-flash', {}, { key: 'AQ.key' });
    expect(call.url).toBe(`${ADDRESS}/v1/publishers/google/models/gemini-3.5-flash:generateContent`);
    expect(call.headers['x-goog-api-key']).toBe('AQ.key');
    expect(call.accessToken).toBeUndefined();
  });

  test.each(['claude-opus-5', 'mistral-medium-3', 'meta/llama3-405b-instruct-maas'])(
    'an API key cannot call %s',
    (model) => {
      expect(() => translated(model, {}, { key: 'AQ.key' })).toThrow(ApiError);
    },
  );

  test.each([
    ['{"type":"service_account"', 'not valid JSON'],
    ['{"type":"authorized_user","refresh_token":"x"}', 'not the JSON document'],
    ['{"type":"service_account","project_id":"a/b"}', 'project_id'],
    ['{"type":"service_account","project_id":"p"}', 'client_email'],
  ])('the key %s is refused: %s', (key, problem) => {
    expect(failureOf(() => translated('gemini-3.5-flash', {}, { key }))).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
      message: expect.stringContaining(problem) as string,
      disables: true,
    });
    expect(definitionOf(VERTEX)!.form!.checkKey!(key)).toBe('channel_key_not_json');
  });

  test('keys are checked when they are saved', () => {
    const { checkKey } = definitionOf(VERTEX)!.form!;
    expect(checkKey!(account.document())).toBeUndefined();
    expect(checkKey!('AIzaSyA-b_c')).toBeUndefined();
    expect(checkKey!('"type": "service_account",')).toBe('channel_key_not_json');
  });

  test('regions are checked when they are saved', () => {
    const { check } = definitionOf(VERTEX)!.form!.other!;
    expect(check!('')).toBe('channel_region_missing');
    expect(check!('us-central1')).toBeUndefined();
    expect(check!('{')).toBe('channel_field_not_json');
    expect(check!('{"claude":"us"}')).toBe('channel_region_without_default');
    expect(check!('{"default":"us"}')).toBeUndefined();
  });
});

describe('Claude', () => {
  test('the model is in the URL, and the version in the body', () => {
    const call = translated('claude-sonnet-4-20250514', { max_tokens: 5, service_tier: 'standard_only' });
    expect(bodyOf(call)).toEqual({
      max_tokens: 5,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      anthropic_version: 'vertex-2023-10-16',
    });
  });

  test('the bytes of a client stay the same but for the members of Anthropic’s platform', () => {
    const body = {
      model: 'claude-opus-5',
      max_tokens: 5,
      stream: true,
      service_tier: 'auto',
      inference_geo: 'us',
      ...question,
    };
    const call = passed('anthropic-messages', 'claude-opus-5', body, { stream: true });
    expect(call.body!.toString()).toBe(
      '{"max_tokens":5,"stream":true,"messages":[{"role":"user","content":"hi"}],"anthropic_version":"vertex-2023-10-16"}',
    );
    expect(call.url).toMatch(/:streamRawPredict$/);
  });

  test.each([
    ['context-1m-2025-08-07', 'context-1m-2025-08-07'],
    [
      'claude-code-20250219, interleaved-thinking-2025-05-14',
      'claude-code-20250219,interleaved-thinking-2025-05-14',
    ],
    ['advanced-tool-use-2025-11-20,tool-search-tool-2025-10-19', 'tool-search-tool-2025-10-19'],
    ['files-api-2025-04-14,skills-2025-10-02', undefined],
  ])('the betas %s are sent as %s', (given, sent) => {
    const headers = { 'anthropic-beta': given };
    const call = passed('anthropic-messages', 'claude-opus-5', { ...question }, {}, { headers });
    expect(call.headers['anthropic-beta']).toBe(sent);
  });

  test('images are embedded, because URLs are not read', () => {
    const { mustFetch } = providerForModel(VERTEX, 'claude-opus-5')!.chat!;
    expect(mustFetch!('https://p.example/a.png')).toBe(true);
  });

  test('tokens are counted with the model in the body', () => {
    const body = Buffer.from(JSON.stringify({ model: 'x', max_tokens: 5, ...question }));
    const call = providerForModel(VERTEX, 'claude')!.countTokens!.request(
      target('claude-haiku-4-5-20251001'),
      { body },
    );
    expect(call.url).toMatch(/\/us-east5\/publishers\/anthropic\/models\/count-tokens:rawPredict$/);
    expect(call.accessToken).toBeDefined();
    expect(bodyOf(call)).toEqual({
      model: 'claude-haiku-4-5@20251001',
      ...question,
      anthropic_version: 'vertex-2023-10-16',
    });
  });
});

describe('Gemini', () => {
  const history = [
    { role: 'user', content: 'weather?' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"b":2}' },
  ];

  test('function calls and their responses have no ids', () => {
    const { contents } = bodyOf(translated('gemini-2.5-pro', { messages: history })) as { contents: unknown };
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'weather?' }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: 1 } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { b: 2 } } }] },
    ]);
  });

  test.each([
    ['gs://bucket/a.PDF', 'application/pdf'],
    ['gs://bucket/a.mp3', 'audio/mpeg'],
    ['gs://bucket/a', 'application/octet-stream'],
    ['https://www.youtube.com/watch?v=x', 'video/mp4'],
  ])('the file %s is read by Google as %s', (url, mimeType) => {
    const content = [{ type: 'image_url', image_url: { url } }];
    const { contents } = bodyOf(
      translated('gemini-3.5-flash', { messages: [{ role: 'user', content }] }),
    ) as {
      contents: unknown;
    };
    expect(contents).toEqual([{ role: 'user', parts: [{ fileData: { mimeType, fileUri: url } }] }]);
  });

  test('other URLs are fetched by the gateway', () => {
    const { mustFetch } = providerForModel(VERTEX, 'gemini-3.5-flash')!.chat!;
    expect(mustFetch!('gs://bucket/a.png')).toBe(false);
    expect(mustFetch!('https://youtu.be/x')).toBe(false);
    expect(mustFetch!('https://p.example/a.png')).toBe(true);
    expect(mustFetch!('https://generativelanguage.googleapis.com/v1beta/files/x')).toBe(true);
  });

  test('a body that Vertex AI accepts stays the same bytes', () => {
    const body = Buffer.from(
      '{ "contents":[{"role":"user","parts":[{"text":"the \\"id\\" 天"}]}], "x":1e2 }',
    );
    const codec = providerForModel(VERTEX, 'gemini-3.5-flash')!.native.gemini!;
    const call = codec.request(body, change('gemini-3.5-flash'), target('gemini-3.5-flash'));
    expect(call.body).toBe(body);
    expect(call.url).toMatch(/\/us-east5\/publishers\/google\/models\/gemini-3.5-flash:generateContent$/);
  });

  test.each([
    [[{ parts: [{ text: 'q' }] }], [{ role: 'user', parts: [{ text: 'q' }] }]],
    [
      [
        {
          role: 'model',
          parts: [{ functionCall: { id: 'c', name: 'f', args: { id: 1 } }, thoughtSignature: 's' }],
        },
      ],
      [{ role: 'model', parts: [{ functionCall: { name: 'f', args: { id: 1 } }, thoughtSignature: 's' }] }],
    ],
    [
      [{ role: 'user', parts: [{ function_response: { id: 'c', name: 'f', response: {} } }] }],
      [{ role: 'user', parts: [{ function_response: { name: 'f', response: {} } }] }],
    ],
  ])('the contents %j of a client are sent as %j', (contents, expected) => {
    const call = passed('gemini', 'gemini-3.5-flash', { contents, labels: { a: 'b' } });
    expect(bodyOf(call)).toEqual({ contents: expected, labels: { a: 'b' } });
  });

  test('a body that passes through is not changed', () => {
    const body = { contents: [{ parts: [{ text: 'q' }] }] };
    expect(bodyOf(passed('gemini', 'gemini-3.5-flash', body, { passThrough: true }))).toEqual(body);
  });

  test.each([
    [{ contents: [{ role: 'user', parts: [{ text: 'q' }] }], safetySettings: [] }],
    [{ generateContentRequest: { model: 'models/x', contents: [{ role: 'user', parts: [{ text: 'q' }] }] } }],
  ])('tokens of %j are counted', (body) => {
    const { countTokens } = providerForModel(VERTEX, 'gemini-3.5-flash')!;
    const call = countTokens!.request(target('gemini-3.5-flash'), {
      body: Buffer.from(JSON.stringify(body)),
    });
    expect(call.url).toMatch(/models\/gemini-3.5-flash:countTokens$/);
    expect(bodyOf(call)).toEqual({ contents: [{ role: 'user', parts: [{ text: 'q' }] }] });
  });
});

describe('models with OpenAI’s format', () => {
  test('the name of the publisher is part of the model', () => {
    const model = 'meta/llama3-405b-instruct-maas';
    const call = passed('openai-chat', model, { model: 'x', ...question });
    expect(bodyOf(call)).toEqual({ model, ...question });
    expect(call.url).toMatch(
      /\/v1\/projects\/project-1\/locations\/us-east5\/endpoints\/openapi\/chat\/completions$/,
    );
    expect(call.headers).not.toHaveProperty('authorization');
    expect(call.accessToken).toBeDefined();
  });

  test('Mistral’s rules apply, and the version is in the URL only', () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
    const fields = { tools, tool_choice: 'required', seed: 3, logit_bias: { 1: 1 } };
    expect(bodyOf(translated('mistral-large-2411@001', fields))).toEqual({
      model: 'mistral-large-2411',
      tools,
      tool_choice: 'any',
      random_seed: 3,
      ...question,
    });
  });
});

function failureOf(run: () => unknown) {
  try {
    run();
  } catch (problem) {
    if (problem instanceof UpstreamError) return problem.failure;
    throw problem;
  }
  throw new Error('nothing was refused');
}
