import { connect } from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';

const MODEL = 'gpt-4o-realtime-preview';
let gateway: Gateway;
let upstream: RealtimeUpstream;

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

test('OpenAI’s own client holds a conversation', async () => {
  const { hostname, port } = new URL(gateway.url);
  const client = new OpenAI({ apiKey: await gateway.addToken(), baseURL: `${gateway.url}/v1` });
  const realtime = new OpenAIRealtimeWS(
    // It insists on TLS: underneath, the connection is a plain one.
    { model: MODEL, options: { createConnection: () => connect(Number(port), hostname) } },
    client,
  );
  const words: string[] = [];
  realtime.on('response.output_text.delta', ({ delta }) => words.push(delta));
  realtime.on('session.created', () => realtime.send({ type: 'response.create' }));
  const done = await new Promise<{ response: { usage?: { output_tokens?: number } } }>((resolve, reject) => {
    realtime.on('response.done', resolve);
    realtime.on('error', reject);
  });
  expect(words).toEqual(['Hello', ' there']);
  expect(done.response.usage?.output_tokens).toBe(950);
  realtime.close();
  expect(await gateway.logs()).toMatchObject([{ quota: 120_750, model_name: MODEL }]);
});
