import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { ChannelRegistry } from '../../../server/channels/channel-registry.js';
import { Gateway } from '../../setup/gateway.js';

/** Providers of OpenAI's shape through the whole relay: a server that plays their recordings, and official clients. */
const START = 10_000_000;
const AZURE = 'gpt-4o';
const MISTRAL = 'gpt-4o-mini';
const MINIMAX = 'gpt-4.1';
const XAI = 'gpt-4.1-mini';
const JINA = 'gpt-4.1-nano';
const messages = [{ role: 'user' as const, content: '天' }];

interface Seen {
  url: string;
  headers: Readonly<Record<string, unknown>>;
  body: Record<string, unknown>;
}

let gateway: Gateway;
let server: Server;
let openai: OpenAI;
let key: string;
let seen: Seen[] = [];
/** What the provider answers next: a recording's path below the fixtures. */
let recording = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      seen.push({ url: request.url ?? '', headers: request.headers, body });
      const type = recording.endsWith('.sse') ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type });
      const bytes = recording.startsWith('{')
        ? Buffer.from(recording)
        : readFileSync(`test/fixtures/providers/${recording}`);
      for (let at = 0; at < bytes.length; at += 100) {
        response.write(bytes.subarray(at, at + 100));
        await new Promise((done) => setImmediate(done));
      }
      response.end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = await Gateway.start();
  const mapped = (model: string, name: string) => ({ model_mapping: JSON.stringify({ [model]: name }) });
  await gateway.addChannel({ type: 3, base_url, models: AZURE, other: '2024-10-21' });
  await gateway.addChannel({ type: 42, base_url, models: MISTRAL, ...mapped(MISTRAL, 'magistral-medium') });
  await gateway.addChannel({ type: 35, base_url, models: MINIMAX, ...mapped(MINIMAX, 'MiniMax-M1') });
  await gateway.addChannel({ type: 48, base_url, models: XAI, ...mapped(XAI, 'grok-3-mini-high') });
  await gateway.addChannel({ type: 38, base_url, models: JINA, ...mapped(JINA, 'jina-reranker-v2') });
  await gateway.option('RetryTimes', '0');
  key = await gateway.addToken();
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 });
});

afterAll(async () => {
  await gateway?.close();
  server?.close();
});

beforeEach(async () => {
  seen = [];
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

interface Delta {
  content?: string | null;
  reasoning_content?: string;
}

/** What an OpenAI client makes of a stream. */
async function streamed(model: string): Promise<{ text: string; thought: string; finish: string }> {
  const all = { text: '', thought: '', finish: '' };
  for await (const { choices } of await openai.chat.completions.create({ model, messages, stream: true })) {
    const delta: Delta | undefined = choices[0]?.delta;
    all.text += delta?.content ?? '';
    all.thought += delta?.reasoning_content ?? '';
    all.finish = choices[0]?.finish_reason ?? all.finish;
  }
  return all;
}

const tokens = async () => {
  const [row] = await gateway.logs();
  return [row?.prompt_tokens, row?.completion_tokens];
};

test('Azure is called by deployment and version, with its own header', async () => {
  recording = 'azure/filtered.sse';
  expect(await streamed(AZURE)).toEqual({ text: '天气', thought: '', finish: 'stop' });
  expect(seen[0]!.url).toBe('/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21');
  expect(seen[0]!.headers).toMatchObject({ 'api-key': 'sk-upstream' });
  expect(seen[0]!.headers).not.toHaveProperty('authorization');
  expect(await tokens()).toEqual([9, 2]);
});

test('deployments of Azure keep the dots of a model, but for channels made before 10 May 2025', async () => {
  const model = 'gpt-5.1';
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const id = await gateway.addChannel({ type: 3, base_url, other: '2024-10-21', models: model });
  await gateway.sell({ [model]: 1 });
  for (const [createdTime, deployment] of [
    [Date.UTC(2025, 4, 10) / 1000, model],
    [Date.UTC(2025, 4, 9) / 1000, 'gpt-51'],
    [0, 'gpt-51'],
  ] as const) {
    await gateway.sql('UPDATE channels SET created_time = $1 WHERE id = $2', [createdTime, id]);
    await gateway.app.get(ChannelRegistry).refresh();
    recording = 'azure/filtered.sse';
    seen.length = 0;
    await streamed(model);
    expect(seen[0]!.url).toBe(`/openai/deployments/${deployment}/chat/completions?api-version=2024-10-21`);
  }
});

test("an OpenAI client gets a provider's thoughts as reasoning_content, in streams and whole", async () => {
  recording = 'mistral/thoughts.sse';
  expect(await streamed(MISTRAL)).toEqual({
    text: 'It is fine ☀',
    thought: 'Let me think.',
    finish: 'length',
  });
  expect(seen[0]!.body).toEqual({ model: 'magistral-medium', stream: true, messages });
  expect(await tokens()).toEqual([11, 20]);
  recording = 'mistral/thoughts.json';
  const { choices } = await openai.chat.completions.create({ model: MISTRAL, messages });
  expect(choices[0]?.message).toMatchObject({ content: 'It is fine', reasoning_content: 'Let me think.' });
});

test('an Anthropic client gets them as thinking', async () => {
  recording = 'mistral/thoughts.sse';
  const client = new Anthropic({ baseURL: gateway.url, apiKey: key, maxRetries: 0 });
  const stream = client.messages.stream({ model: MISTRAL, max_tokens: 99, messages });
  const { content, stop_reason, usage } = await stream.finalMessage();
  expect(content).toMatchObject([
    { type: 'thinking', thinking: 'Let me think.' },
    { type: 'text', text: 'It is fine ☀' },
  ]);
  expect(stop_reason).toBe('max_tokens');
  expect(usage).toMatchObject({ input_tokens: 11, output_tokens: 20 });
});

test('MiniMax: the text comes once, and its errors with a good status are errors', async () => {
  recording = 'minimax/text.sse';
  expect(await streamed(MINIMAX)).toEqual({ text: 'Good day', thought: 'Hm', finish: 'stop' });
  expect(seen[0]!.url).toBe('/v1/text/chatcompletion_v2');
  expect(await tokens()).toEqual([26, 223]);
  recording = 'minimax/refused.sse';
  await expect(streamed(MINIMAX)).rejects.toMatchObject({ status: 429 });
  expect(await gateway.logs()).toHaveLength(1);
});

test('MiniMax: speech that comes as digits within JSON is sound for the client', async () => {
  recording = JSON.stringify({
    data: { audio: '494433', status: 2 },
    extra_info: { usage_characters: 26, audio_format: 'mp3' },
    base_resp: { status_code: 0, status_msg: 'success' },
  });
  const spoken = await openai.audio.speech.create({ model: MINIMAX, input: 'Good day', voice: 'alloy' });
  expect(spoken.headers.get('content-type')).toBe('audio/mpeg');
  expect(await spoken.text()).toBe('ID3');
  expect(seen[0]).toMatchObject({
    url: '/v1/t2a_v2',
    body: {
      model: 'MiniMax-M1',
      text: 'Good day',
      voice_setting: { voice_id: 'male-qn-qingse' },
      audio_setting: { format: 'mp3' },
      output_format: 'hex',
    },
  });
  expect(seen[0]!.body).not.toHaveProperty('input');
  expect(await tokens()).toEqual([26, 0]);
  recording = JSON.stringify({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } });
  const failing = openai.audio.speech.create({ model: MINIMAX, input: 'Good day', voice: 'alloy' });
  await expect(failing).rejects.toMatchObject({ status: 402 });
});

test('xAI: thoughts are paid for though its completion leaves them out', async () => {
  recording = 'xai/reasoning.sse';
  expect(await streamed(XAI)).toEqual({ text: 'Yes.', thought: 'Hm', finish: 'stop' });
  expect(seen[0]!.body).toMatchObject({ model: 'grok-3-mini', reasoning_effort: 'high' });
  expect(await tokens()).toEqual([12, 32]);
});

test('a provider without chat serves its orders, and refuses to chat without being called', async () => {
  recording = JSON.stringify({
    results: [{ index: 1, relevance_score: 0.9 }],
    usage: { total_tokens: 15 },
  });
  const order = await gateway.relay('/v1/rerank', key, { model: JINA, query: 'q', documents: ['a', 'b'] });
  expect(await order.json()).toEqual({
    model: JINA,
    results: [{ index: 1, relevance_score: 0.9 }],
    usage: { prompt_tokens: 15, total_tokens: 15 },
  });
  expect(seen[0]!.body).toMatchObject({ model: 'jina-reranker-v2', query: 'q' });
  expect(await tokens()).toEqual([15, 0]);
  await expect(streamed(JINA)).rejects.toMatchObject({ status: 400 });
  expect(seen).toHaveLength(1);
  await gateway.quiet();
  expect(await gateway.logs()).toHaveLength(1);
});
