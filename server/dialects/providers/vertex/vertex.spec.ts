import { failureIn } from '../../../../test/dialects/failure-in.js';
import { account, ADDRESS, translated, VERTEX } from '../../../../test/dialects/vertex-calls.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { definitionOf, providerFor, providerForModel } from '../registry.js';
import { vertexName } from './claude.js';

const PROJECT = 'projects/project-1/locations/us-east5';

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

  test.each(['chat-bison', 'learnlm-2.0', 'tuned-7', 'gpt-4o'])(
    '%s, which names no other publisher, is one of Google’s',
    (model) => {
      expect(providerForModel(VERTEX, model)).toBe(providerForModel(VERTEX, 'gemini-3.5-flash'));
    },
  );

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
      expect(failureIn(() => translated('gemini-3.5-flash', {}, { other }))).toMatchObject({
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
    expect(failureIn(() => translated('gemini-3.5-flash', {}, { key }))).toMatchObject({
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
