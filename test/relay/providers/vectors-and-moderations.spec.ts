import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Embeddings and moderations of providers with formats of their own, for OpenAI's clients. */
const START = 10_000_000;
const EMBO = 'embo-01';
const MODERATION = 'mistral-moderation-2603';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelRatio', JSON.stringify({ [EMBO]: 1, [MODERATION]: 1 }));
  await gateway.addChannel({ type: 35, base_url: upstream.url, models: EMBO });
  await gateway.addChannel({ type: 42, base_url: upstream.url, models: MODERATION });
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

test('vectors of MiniMax, charged by the reported tokens', async () => {
  const response = await gateway.relay('/v1/embeddings', key, { model: EMBO, input: ['a', 'b'] });
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      object: 'list',
      model: EMBO,
      data: [
        { object: 'embedding', index: 0, embedding: [0.1, -0.2, 0.3] },
        { object: 'embedding', index: 1, embedding: [1, 0, 0.5] },
      ],
      usage: { prompt_tokens: 12, total_tokens: 12 },
    },
  ]);
  expect(await gateway.quota()).toBe(START - 12);
});

test('what MiniMax refuses costs nothing', async () => {
  const response = await gateway.relay('/v1/embeddings', key, { model: EMBO, input: [''] });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('invalid params');
  expect(await gateway.quota()).toBe(START);
});

test('moderations of Mistral have categories of OpenAI, and flag', async () => {
  const response = await gateway.relay('/v1/moderations', key, { model: MODERATION, input: 'a' });
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      id: 'mod-scripted',
      model: MODERATION,
      results: [
        {
          flagged: true,
          categories: expect.objectContaining({
            violence: true,
            violence_and_threats: true,
            'self-harm': false,
          }),
          category_scores: expect.objectContaining({ violence: 0.97, 'self-harm': 0.002 }),
        },
      ],
    },
  ]);
  expect(await gateway.quota()).toBe(START - 12);
});
