import { embeddings } from '../operations/embeddings.js';
import { at, base, providerOf } from '../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../test/dialects/recorded.js';

const BAIDU = 15;
const COHERE = 34;
const JINA = 38;
const MISTRAL = 42;
const ARK = 45;

const request = (fields: object) =>
  embeddings.read({
    body: Buffer.from(JSON.stringify({ model: 'm', input: 'a', ...fields })),
    contentType: 'application/json',
    path: '/v1/embeddings',
  });
const codecOf = (type: number) => providerOf(type).operations!.embeddings!;
const sent = (type: number, model: string, fields: object) =>
  codecOf(type).request(request(fields), at(type, { model }));

describe('members of OpenAI that a provider rejects are renamed or left out', () => {
  test.each<[number, string, object, object]>([
    [MISTRAL, 'codestral-embed', { dimensions: 512, user: 'u' }, { output_dimension: 512 }],
    [MISTRAL, 'codestral-embed-2505', { output_dimension: 256 }, { output_dimension: 256 }],
    [MISTRAL, 'mistral-embed', { user: 'u', dimensions: null }, {}],
    // The only size that the model has.
    [MISTRAL, 'mistral-embed', { dimensions: 1024 }, {}],
    [MISTRAL, 'mistral-embed', { encoding_format: 'base64' }, { encoding_format: 'base64' }],
    [
      JINA,
      'jina-embeddings-v3',
      { dimensions: 256, encoding_format: 'base64', user: 'u' },
      { dimensions: 256 },
    ],
    [JINA, 'jina-embeddings-v2-base-en', { task: 'text-matching' }, { task: 'text-matching' }],
  ])('type %i, %s: %j becomes %j', (type, model, fields, members) => {
    expect(bodyOf(sent(type, model, fields))).toEqual({ model, input: 'a', ...members });
  });

  test.each([
    [MISTRAL, 'mistral-embed'],
    [JINA, 'jina-embeddings-v2-base-en'],
    [JINA, 'jina-clip-v1'],
    [COHERE, 'embed-multilingual-v3.0'],
    [BAIDU, 'bge-large-zh'],
    [ARK, 'doubao-embedding-vision-250328'],
  ])('type %i, %s: a size that it cannot make is refused by name', (type, model) => {
    expect(() => sent(type, model, { dimensions: 256 })).toThrow(/^dimensions: /);
  });
});

describe('Ark', () => {
  const MODEL = 'doubao-embedding-vision-250615';
  const image = { type: 'image_url', image_url: { url: 'https://a.example/1.png' } };
  const clip = { type: 'video_url', video_url: { url: 'https://a.example/1.mp4' } };
  const words = { type: 'text', text: 'a' };

  test('texts are embedded in the format of OpenAI', () => {
    const call = sent(ARK, 'doubao-embedding-text-240715', { input: ['a', 'b'] });
    expect(call.url).toBe(`${base}/api/v3/embeddings`);
    expect(bodyOf(call)).toEqual({ model: 'doubao-embedding-text-240715', input: ['a', 'b'] });
  });

  test.each<[string, object, object]>([
    ['a text', { input: 'a' }, { input: [words] }],
    ['a list of one text', { input: ['a'] }, { input: [words] }],
    ['parts', { input: [words, image, clip] }, { input: [words, image, clip] }],
    [
      'parts without a type',
      { input: ['a', { image_url: 'https://a.example/1.png' }] },
      { input: [words, image] },
    ],
    ['a text as an object', { input: [{ text: 'a' }] }, { input: [words] }],
    [
      'options',
      { dimensions: 1024, encoding_format: 'base64', user: 'u', instructions: 'i' },
      { input: [words], dimensions: 1024, encoding_format: 'base64', instructions: 'i' },
    ],
  ])('its vision models have an API of their own: %s', (_, fields, members) => {
    const call = sent(ARK, MODEL, fields);
    expect(call.url).toBe(`${base}/api/v3/embeddings/multimodal`);
    expect(bodyOf(call)).toEqual({ model: MODEL, ...members });
  });

  test('an endpoint is called through it if the input is not only text', () => {
    expect(sent(ARK, 'ep-20250101-abcde', { input: [image] }).url).toBe(
      `${base}/api/v3/embeddings/multimodal`,
    );
    expect(sent(ARK, 'ep-20250101-abcde', { input: ['a'] }).url).toBe(`${base}/api/v3/embeddings`);
  });

  test.each([[['a', 'b']], [[1, 2]], [[[1, 2]]]])('it makes one vector: %j is refused by name', (input) => {
    expect(() => sent(ARK, MODEL, { input })).toThrow(/input: /);
  });

  const answer = {
    id: 'i',
    object: 'list',
    created: 1,
    model: MODEL,
    data: { object: 'embedding', embedding: [0.5, -2], sparse_embedding: [{ index: 1, value: 0.5 }] },
    usage: {
      prompt_tokens: 528,
      total_tokens: 528,
      prompt_tokens_details: { image_tokens: 497, text_tokens: 31 },
    },
  };

  test('its vector becomes a list of one, with the usage of texts and images', () => {
    const { body, usage } = codecOf(ARK).answer!(answer, request({}));
    expect(body).toEqual({ ...answer, model: 'm', data: [{ ...answer.data, index: 0 }] });
    expect(usage).toMatchObject({ input: 31, output: 0, more: { imageInput: 497 } });
  });

  test('its vector becomes base64 where the client asked for that', () => {
    const { body } = codecOf(ARK).answer!(answer, request({ encoding_format: 'base64' }));
    expect(body).toMatchObject({ data: [{ index: 0, embedding: 'AAAAPwAAAMA=' }] });
  });

  test.each([{ ...answer, data: {} }, { error: { message: 'no', code: 'InvalidParameter' } }])(
    'an answer without a vector is a failure: %j',
    (body) => {
      expect(() => codecOf(ARK).answer!(body, request({}))).toThrow();
    },
  );
});
