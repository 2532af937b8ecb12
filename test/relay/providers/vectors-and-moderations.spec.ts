import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Moderations of providers with formats of their own, for OpenAI's clients. */
const START = 10_000_000;
const MODERATION = 'mistral-moderation-2603';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelRatio', JSON.stringify({ [MODERATION]: 1 }));
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
