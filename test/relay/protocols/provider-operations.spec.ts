import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Operations of providers that have formats of their own, for OpenAI's clients. */
const START = 10_000_000;

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelRatio', JSON.stringify({ 'embed-v4.0': 2, 'rerank-v3.5': 1, transcribe: 3 }));
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
