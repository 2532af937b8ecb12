import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** What Google's API does besides conversations, for its own clients and for OpenAI's. */
const START = 10_000_000;
const OLD = 'text-embedding-004';
const NEW = 'gemini-embedding-001';
const OPENAI = 'text-embedding-3-small';
const IMAGEN = 'imagen-3.0-generate-002';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  const models = [OLD, NEW, 'embedding-mapped', IMAGEN, 'gemini-2.5-flash-image', 'gemini-2.5-flash'];
  await gateway.addChannel({
    type: 24,
    base_url: upstream.url,
    models: models.join(','),
    model_mapping: JSON.stringify({ 'embedding-mapped': OLD }),
  });
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: `${OPENAI},gpt-4o` });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-7-sonnet-20250219' });
  const ratios = { [OLD]: 10, [NEW]: 10, 'embedding-mapped': 10, [OPENAI]: 10, 'gemini-2.5-flash-image': 1 };
  await gateway.option(
    'ModelRatio',
    JSON.stringify({ ...ratios, 'gpt-4o': 1, 'claude-3-7-sonnet-20250219': 1 }),
  );
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const embed = (model: string, body: object | string, action = 'embedContent') =>
  gateway.relay(`/v1beta/models/${model}:${action}`, key, body);
const vectors = (body: object) => gateway.relay('/v1/embeddings', key, body);
const draw = (body: object) => gateway.relay('/v1/images/generations', key, body);
const contentOf = (text: string) => ({ content: { parts: [{ text }] } });

/** The only row, and what the balance lost. */
async function charged() {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  return row!;
}

async function refusedByGoogleRules(answer: Response): Promise<string> {
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
  expect(await gateway.logs()).toEqual([]);
  expect(await gateway.quota()).toBe(START);
  return String(error.message);
}

describe('Google’s clients on a channel of Google', () => {
  test('embed with their very bytes, and are charged for an estimate where no usage is reported', async () => {
    const body = `{ "content":{"parts":[{"text":"天"}]}, "taskType":"RETRIEVAL_QUERY", "x":1e2 }`;
    const answer = await embed(OLD, body);
    expect(await answer.json()).toEqual({ embedding: { values: [0.1, -0.2, 0.3] } });
    expect(upstream.last.body.toString()).toBe(body);
    expect(upstream.last.path).toBe(`/v1beta/models/${OLD}:embedContent`);
    expect(upstream.last.headers['x-goog-api-key']).toBe('sk-upstream');
    const row = await charged();
    expect(row.other).toMatchObject({ usage_source: 'estimated' });
    expect(row.prompt_tokens).toBeGreaterThan(0);
  });

  test('embed many at once, and are charged by the reported usage', async () => {
    const requests = [contentOf('a'), contentOf('b')].map((one) => ({ ...one, model: `models/${NEW}` }));
    const answer = await embed(NEW, { requests }, 'batchEmbedContents');
    expect(await answer.json()).toMatchObject({ embeddings: [{}, { values: [1, 0, 0.5] }] });
    expect(upstream.last.json).toEqual({ requests });
    expect(await charged()).toMatchObject({
      prompt_tokens: 9,
      quota: 90,
      other: { usage_source: 'upstream' },
    });
  });

  test('name a mapped model as the provider knows it, in every request', async () => {
    const model = 'models/embedding-mapped';
    await (await embed('embedding-mapped', { model, ...contentOf('a') })).text();
    expect(upstream.last.json).toEqual({ model: `models/${OLD}`, ...contentOf('a') });
    expect(upstream.last.path).toContain(OLD);
    await (
      await embed('embedding-mapped', { requests: [{ model, ...contentOf('a') }] }, 'batchEmbedContents')
    ).text();
    expect(upstream.last.json).toEqual({ requests: [{ ...contentOf('a'), model: `models/${OLD}` }] });
  });
});

describe('Google’s clients on Imagen', () => {
  const predict = (body: object, model = IMAGEN) =>
    gateway.relay(`/v1beta/models/${model}:predict`, key, body);

  test('get their bytes, and pay for the images that came', async () => {
    const body = { instances: [{ prompt: 'a gate' }], parameters: { sampleCount: 3, seed: 7 } };
    const answer = await predict(body);
    expect(await answer.json()).toMatchObject({ predictions: [{}, { raiFilteredReason: 'held back' }, {}] });
    expect(upstream.last.json).toEqual(body);
    expect(await charged()).toMatchObject({ quota: 30_000, other: { usage_source: 'upstream' } });
  });

  test.each([
    [{}, 'instances'],
    [{ instances: [{}] }, 'instances.prompt'],
    [{ instances: [{ prompt: 'a' }], parameters: { sampleCount: 99 } }, 'sampleCount'],
  ])('%j is refused', async (body, message) => {
    expect(await refusedByGoogleRules(await predict(body))).toContain(message);
  });

  test('cannot ask a channel of OpenAI', async () => {
    const answer = await predict({ instances: [{ prompt: 'a' }] }, 'gpt-4o');
    expect(await refusedByGoogleRules(answer)).toContain('not implemented');
  });
});

describe('Google’s clients on a channel of OpenAI', () => {
  test('get one vector, charged by usage', async () => {
    const answer = await embed(OPENAI, { ...contentOf('hello'), output_dimensionality: 3 });
    expect(await answer.json()).toMatchObject({
      usageMetadata: { promptTokenCount: 12 },
    });
    expect(upstream.last.path).toBe('/v1/embeddings');
    expect(upstream.last.json).toEqual({
      model: OPENAI,
      input: ['hello'],
      encoding_format: 'float',
      dimensions: 3,
    });
    expect(await charged()).toMatchObject({ prompt_tokens: 12, quota: 120 });
  });

  test('get vectors in the order of their requests', async () => {
    const answer = await embed(OPENAI, { requests: [contentOf('a'), contentOf('b')] }, 'batchEmbedContents');
    expect(await answer.json()).toMatchObject({
      embeddings: [{ values: [0.1, -0.2, 0.3] }, { values: [1, 0, 0.5] }],
    });
  });

  test('get an error when fewer vectors came, and pay nothing', async () => {
    const requests = [contentOf('a'), contentOf('b'), contentOf('c')];
    const answer = await embed(OPENAI, { requests }, 'batchEmbedContents');
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 502, status: 'UNAVAILABLE' } });
    expect(await gateway.quota()).toBe(START);
  });

  test.each([
    [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }] } }, 'only texts'],
    [{ content: {} }, 'content.parts is required'],
    [{ ...contentOf('a'), outputDimensionality: 0 }, 'outputDimensionality must be'],
    [
      { ...contentOf('a'), embedContentConfig: { outputDimensionality: 'x' } },
      'outputDimensionality must be',
    ],
    [{}, 'content is required'],
    ['{"content":', 'unexpected end'],
  ])('%j is refused in Google’s words', async (body, message) => {
    expect(await refusedByGoogleRules(await embed(OPENAI, body))).toContain(message);
  });

  test('cannot ask for sizes that differ in one call', async () => {
    const requests = [1, 2].map((outputDimensionality) => ({ ...contentOf('a'), outputDimensionality }));
    const answer = await embed(OPENAI, { requests }, 'batchEmbedContents');
    expect(await refusedByGoogleRules(answer)).toContain('the same in all requests');
  });

  test('a model that cannot embed is refused in Google’s words', async () => {
    const answer = await embed('claude-3-7-sonnet-20250219', contentOf('a'));
    expect(await refusedByGoogleRules(answer)).toContain('not implemented');
  });
});

describe('OpenAI’s clients on a channel of Google', () => {
  test('get a vector for every input', async () => {
    const answer = await vectors({ model: OLD, input: ['a', 'b'], dimensions: 3 });
    expect(await answer.json()).toMatchObject({
      object: 'list',
      model: OLD,
      data: [
        { index: 0, embedding: [0.1, -0.2, 0.3] },
        { index: 1, embedding: [1, 0, 0.5] },
      ],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    });
    expect(upstream.last.path).toBe(`/v1beta/models/${OLD}:batchEmbedContents`);
    const one = { model: `models/${OLD}`, outputDimensionality: 3 };
    expect(upstream.last.json).toEqual({
      requests: [
        { ...one, ...contentOf('a') },
        { ...one, ...contentOf('b') },
      ],
    });
    expect(await charged()).toMatchObject({ prompt_tokens: 2, other: { usage_source: 'estimated' } });
  });

  test('get base64 where they ask for it', async () => {
    const answer = await vectors({ model: NEW, input: 'a', encoding_format: 'base64' });
    const { data } = (await answer.json()) as { data: { embedding: string }[] };
    const bytes = Buffer.from(data[0]!.embedding, 'base64');
    expect([0, 4, 8].map((at) => bytes.readFloatLE(at))).toEqual([0.1, -0.2, 0.3].map(Math.fround));
    expect(upstream.last.path).toBe(`/v1beta/models/${NEW}:embedContent`);
    expect(await charged()).toMatchObject({
      prompt_tokens: 9,
      quota: 90,
      other: { usage_source: 'upstream' },
    });
  });

  test('cannot send token numbers', async () => {
    const answer = await vectors({ model: OLD, input: [[1, 2]] });
    expect(answer.status).toBe(400);
    expect(await gateway.quota()).toBe(START);
  });

  test('get images of Imagen, and pay for those that came', async () => {
    const answer = await draw({ model: IMAGEN, prompt: 'a gate', n: 3, size: '1792x1024' });
    expect(await answer.json()).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }, { b64_json: 'eW91' }] });
    expect(upstream.last.path).toBe(`/v1beta/models/${IMAGEN}:predict`);
    expect(upstream.last.json).toEqual({
      instances: [{ prompt: 'a gate' }],
      parameters: { sampleCount: 3, aspectRatio: '16:9', personGeneration: 'allow_adult' },
    });
    // 0.03 USD in any size, two images.
    expect(await charged()).toMatchObject({ quota: 30_000 });
  });

  test('get the image a Gemini model draws, and pay for its tokens', async () => {
    const parts = [{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }];
    upstream.next({
      refuse: {
        status: 200,
        body: JSON.stringify({
          candidates: [{ content: { parts }, finishReason: 'STOP' }],
          usageMetadata: {
            promptTokenCount: 5,
            candidatesTokenCount: 1300,
            candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
          },
        }),
      },
    });
    const answer = await draw({ model: 'gemini-2.5-flash-image', prompt: 'a gate', size: '768x1024' });
    expect(await answer.json()).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }] });
    expect(upstream.last.json).toMatchObject({
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '3:4' } },
    });
    const row = await charged();
    expect(row.other).toMatchObject({ image_output: 1290, usage_source: 'upstream' });
  });

  test('get the reason for the missing image and pay nothing', async () => {
    upstream.next({ refuse: { status: 200, body: '{"predictions":[{"raiFilteredReason":"not this"}]}' } });
    const answer = await draw({ model: IMAGEN, prompt: 'a gate' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'no_images', message: expect.stringContaining('not this') },
    });
    expect(await gateway.quota()).toBe(START);
  });

  test.each([
    [{ model: 'gemini-2.5-flash', prompt: 'a' }, 'not supported model'],
    [{ model: IMAGEN, prompt: 'a', stream: true }, 'stream'],
    [{ model: 'gemini-2.5-flash-image', prompt: 'a', n: 2 }, 'one image'],
  ])('%j is refused', async (body, message) => {
    const answer = await draw(body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(message);
    expect(upstream.requests).toEqual([]);
    expect(await gateway.quota()).toBe(START);
  });
});

test.each(['html', 'in-body-error', 'cut-json', 'server-error'] as const)(
  '%s in place of vectors is an error, and costs nothing',
  async (scenario) => {
    for (const ask of [
      () => embed(OLD, contentOf('a')),
      () => embed(OPENAI, contentOf('a')),
      () => vectors({ model: OLD, input: 'a' }),
      () => vectors({ model: OPENAI, input: 'a' }),
    ]) {
      upstream.otherwise = scenario;
      const answer = await ask();
      expect(answer.status).toBeGreaterThanOrEqual(500);
      await answer.text();
    }
    expect(await gateway.logs()).toEqual([]);
    expect(await gateway.quota()).toBe(START);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({
      balanced: true,
      memory: { openHolds: 0 },
    });
  },
);
