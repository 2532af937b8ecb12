import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Operations of providers that have formats of their own, for OpenAI's clients. */
const START = 10_000_000;

const RATIOS = {
  'embed-v4.0': 2,
  'rerank-v3.5': 1,
  transcribe: 3,
  '@cf/baai/bge-m3': 1,
  '@cf/baai/bge-reranker-base': 1,
  '@cf/openai/whisper': 1,
  '@cf/openai/whisper-large-v3-turbo': 1,
  '@cf/black-forest-labs/flux-1-schnell': 1,
};

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelRatio', JSON.stringify(RATIOS));
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

async function answered(path: string, body: object | FormData): Promise<object> {
  const response = await gateway.relay(path, key, body);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return JSON.parse(text) as object;
}

/** Quota of the only request; the balance lost as much. */
async function charged(): Promise<number> {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  return row!.quota;
}

function audioForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(80_000)]), 'a.mp3');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('Cohere', () => {
  beforeAll(async () => {
    await gateway.addChannel({
      type: 34,
      base_url: upstream.url,
      models: 'embed-v4.0,rerank-v3.5,transcribe',
    });
  });

  test('embeddings, charged by billed tokens', async () => {
    const body = await answered('/v1/embeddings', {
      model: 'embed-v4.0',
      input: ['a', 'b'],
      dimensions: 256,
    });
    expect(body).toEqual({
      object: 'list',
      model: 'embed-v4.0',
      data: [
        { object: 'embedding', index: 0, embedding: [0.1, -0.2, 0.3] },
        { object: 'embedding', index: 1, embedding: [1, 0, 0.5] },
      ],
      usage: { prompt_tokens: 12, total_tokens: 12 },
    });
    expect(upstream.last).toMatchObject({ path: '/v2/embed', json: { output_dimension: 256 } });
    expect(await charged()).toBe(24);
  });

  test('rerank, charged by the estimate, since only searches are billed', async () => {
    const documents = ['first', { text: 'second' }];
    const body = await answered('/v1/rerank', {
      model: 'rerank-v3.5',
      query: 'q',
      documents,
      return_documents: true,
    });
    expect(body).toMatchObject({
      results: [
        { index: 1, relevance_score: 0.9, document: { text: 'second' } },
        { index: 0, relevance_score: 0.1, document: { text: 'first' } },
      ],
    });
    expect(upstream.last).toMatchObject({ path: '/v2/rerank', json: { documents: ['first', 'second'] } });
    expect(await charged()).toBeGreaterThan(0);
  });

  test('transcription, charged by the length of the audio', async () => {
    const form = audioForm({ model: 'transcribe', language: 'en' });
    expect(await answered('/v1/audio/transcriptions', form)).toEqual({ text: 'hello you' });
    expect(upstream.last.path).toBe('/v2/audio/transcriptions');
    const sent = upstream.last.body.toString('latin1');
    expect(sent.indexOf('name="language"')).toBeLessThan(sent.indexOf('name="file"'));
    expect(await charged()).toBeGreaterThan(100);
  });
});

describe('Cloudflare Workers AI', () => {
  const DRAWING = '@cf/black-forest-labs/flux-1-schnell';
  const HEARING = '@cf/openai/whisper-large-v3-turbo';
  const path = (name: string) => `/client/v4/accounts/abc123/ai/${name}`;

  beforeAll(async () => {
    const models = `@cf/baai/bge-m3,@cf/baai/bge-reranker-base,@cf/openai/whisper,${HEARING},${DRAWING}`;
    await gateway.addChannel({ type: 39, base_url: upstream.url, other: 'abc123', models });
  });

  test('embeddings, with vectors as the client asked for them', async () => {
    const fields = { model: '@cf/baai/bge-m3', input: ['a', 'b'], encoding_format: 'base64' };
    expect(await answered('/v1/embeddings', fields)).toMatchObject({
      data: [{ embedding: 'zczMPc3MTL6amZk+' }, { index: 1 }],
      usage: { prompt_tokens: 12 },
    });
    expect(upstream.last.path).toBe(path('v1/embeddings'));
    expect(upstream.last.json).not.toHaveProperty('encoding_format');
    expect(await charged()).toBe(12);
  });

  test('an image', async () => {
    const fields = { model: DRAWING, prompt: 'a gate', quality: 'high', response_format: 'b64_json' };
    expect(await answered('/v1/images/generations', fields)).toMatchObject({
      data: [{ b64_json: 'aGVsbG8=' }],
    });
    expect(upstream.last).toMatchObject({ path: path(`run/${DRAWING}`), json: { prompt: 'a gate' } });
    expect(await charged()).toBe(1250);
  });

  test('a transcript, charged by the reported duration', async () => {
    const form = audioForm({ model: HEARING, language: 'en', prompt: 'names' });
    expect(await answered('/v1/audio/transcriptions', form)).toEqual({ text: 'hello you' });
    expect(upstream.last.path).toBe(path(`run/${HEARING}`));
    expect(upstream.last.json).toEqual({
      audio: Buffer.alloc(80_000).toString('base64'),
      task: 'transcribe',
      language: 'en',
      initial_prompt: 'names',
    });
    expect(await charged()).toBe(1000);
  });

  test('a transcript of a model that takes bytes', async () => {
    const form = audioForm({ model: '@cf/openai/whisper' });
    expect(await answered('/v1/audio/transcriptions', form)).toEqual({ text: 'hello you' });
    expect(upstream.last.body).toHaveLength(80_000);
  });

  test('rerank', async () => {
    const fields = {
      model: '@cf/baai/bge-reranker-base',
      query: 'q',
      documents: ['a', { text: 'b' }],
      top_n: 2,
    };
    expect(await answered('/v1/rerank', fields)).toMatchObject({
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.1 },
      ],
    });
    expect(upstream.last.json).toEqual({ query: 'q', contexts: [{ text: 'a' }, { text: 'b' }], top_k: 2 });
  });
});
