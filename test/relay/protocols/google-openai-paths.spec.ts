import OpenAI from 'openai';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Google serves OpenAI's API below /v1beta/openai/, which clients have as their base address. */
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;
let openai: OpenAI;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  const models = 'gpt-4o,text-embedding-3-small,dall-e-3,text-moderation-stable';
  await gateway.addChannel({ type: 1, base_url: upstream.url, models });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.0-flash,gemini-2.5-flash' });
  key = await gateway.addToken();
  openai = new OpenAI({ baseURL: `${gateway.url}/v1beta/openai/`, apiKey: key, maxRetries: 0 });
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

test.each(['gpt-4o', 'gemini-2.0-flash'])('chats with %s, streamed and not', async (model) => {
  const messages = [{ role: 'user' as const, content: 'hello' }];
  const { choices } = await openai.chat.completions.create({ model, messages });
  expect(choices[0]?.message.content).toBe('Hello from the scripted upstream.');
  let text = '';
  for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true }))
    text += chunk.choices[0]?.delta.content ?? '';
  expect(text).toBe('Hello from the scripted upstream.');
});

test('embeds, draws and lists models', async () => {
  const { data } = await openai.embeddings.create({
    model: 'text-embedding-3-small',
    input: 'hello',
    encoding_format: 'float',
  });
  expect(data[0]?.embedding.length).toBeGreaterThan(0);
  const images = await openai.images.generate({ model: 'dall-e-3', prompt: 'a cat' });
  expect(images.data?.length).toBeGreaterThan(0);
  expect((await openai.models.list()).data.map(({ id }) => id)).toContain('gpt-4o');
  expect((await openai.models.retrieve('gpt-4o')).object).toBe('model');
  expect((await gateway.logs()).filter(({ quota }) => quota > 0)).toHaveLength(6);
});

test("Google's options of a chat reach Gemini", async () => {
  // Not among the members that the client's types know.
  const google = { thinking_config: { thinking_budget: 800, include_thoughts: true } };
  const members = { extra_body: { google } };
  await openai.chat.completions.create({
    model: 'gemini-2.5-flash',
    messages: [{ role: 'user', content: 'hello' }],
    ...members,
  });
  expect(upstream.last.json).toMatchObject({
    generationConfig: { thinkingConfig: { thinkingBudget: 800, includeThoughts: true } },
  });
});

test('sends the upstream the path it knows, and never the key in the address', async () => {
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] };
  const response = await fetch(`${gateway.url}/v1beta/openai/chat/completions?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  await response.text();
  expect(upstream.last.path).toBe('/v1/chat/completions');
});

test('a moderation without a model asks for text-moderation-stable', async () => {
  const response = await gateway.relay('/v1/moderations', key, { input: 'hello' });
  expect(response.status).toBe(200);
  await response.text();
  expect((await gateway.logs()).at(-1)).toMatchObject({ model_name: 'text-moderation-stable' });
});
