import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { Management, type Visitor } from '../setup/management.js';

type Json = Record<string, unknown>;
interface Answer {
  readonly status?: number;
  readonly body: Json;
}
interface Asked {
  readonly path: string;
  readonly model: string;
  /** The output limit, by either name. */
  readonly limit: number | undefined;
}

/** What a test asks a model, at a provider whose models accept only what they can do. */
let gateway: Management;
let root: Visitor;
let provider: Server;
const asked: Asked[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  gateway = await Management.start();
  root = await gateway.root();
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(async () => {
  await gateway?.close();
  provider?.close();
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const json = JSON.parse(await text(request)) as Json;
  const path = request.url ?? '';
  const model = String(json.model);
  const limit = json.max_tokens ?? json.max_completion_tokens ?? json.max_output_tokens;
  asked.push({ path, model, limit: typeof limit === 'number' ? limit : undefined });
  const { status = 200, body } = answerOf(path, model, typeof limit === 'number' ? limit : Infinity);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const refusal = (status: number, message: string, code: string | null = null): Answer => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code } },
});

const USAGE = { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 };

function chat(message: Json, finish = 'stop', usage: Json | null = USAGE): Answer {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }];
  return {
    body: { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, ...(usage && { usage }) },
  };
}

const VECTORS: Answer = {
  body: {
    object: 'list',
    model: 'm',
    data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }],
    usage: { prompt_tokens: 2, total_tokens: 2 },
  },
};
const RANKING: Answer = {
  body: {
    results: [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ],
  },
};
const LIMIT_REACHED =
  'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.';

/** Models by what they accept; everything else is a plain chat model. */
function answerOf(path: string, model: string, limit: number): Answer {
  const isChat = path === '/v1/chat/completions';
  const isVectors = path === '/v1/embeddings';
  if (/gone/.test(model)) return refusal(404, `The model ${model} does not exist`, 'model_not_found');
  if (/refuses-all/.test(model)) return refusal(400, isChat ? 'no conversations' : 'not this either');
  if (/gte-|vectors/.test(model))
    return isVectors ? VECTORS : refusal(400, `${model} does not support this operation`);
  if (/orders/.test(model)) return path === '/v1/rerank' ? RANKING : refusal(404, 'Not Found');
  if (!isChat) return refusal(404, 'Not Found');
  if (limit < 16)
    return refusal(
      400,
      `Invalid 'max_tokens': integer below minimum value. Expected a value >= 16, but got ${limit}`,
    );
  if (/gpt-5/.test(model) && limit < 500) return refusal(400, LIMIT_REACHED);
  if (/thinks-long/.test(model) && limit < 2000) return refusal(400, LIMIT_REACHED);
  if (/no-limits/.test(model) && limit < Infinity)
    return refusal(400, "Unsupported parameter: 'max_tokens' is not supported with this model.");
  if (/cut-with-usage/.test(model)) return chat({ content: null }, 'length');
  if (/cut-in-thoughts/.test(model))
    return chat({ content: '', reasoning_content: 'The user says hi' }, 'length', null);
  if (/empty/.test(model)) return chat({ content: '' }, 'stop', null);
  if (/no-usage/.test(model)) return chat({ content: 'Hello' }, 'stop', null);
  return chat({ content: 'Hello' });
}

async function channel(models: string): Promise<number> {
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const form = { type: 1, name: models, key: 'sk-x', models, base_url };
  const { success, message } = await root.post('/api/channel/', form);
  if (!success) throw new Error(message);
  return (await root.get<ChannelResponse[]>('/api/channel/?page_size=1&id_sort=true')).data[0]!.id;
}

const tested = async (id: number) => root.get(`/api/channel/test/${id}`);
const PASSED = { success: true, message: '' };

test.each([
  ['openai/gpt-5-mini', 'a reasoning model with its maker’s name before it'],
  ['gpt-5', 'a reasoning model'],
  ['azure-gpt-5-pro', 'a reasoning model with its platform before it'],
  ['small', 'a model whose least limit is 16'],
  ['cut-with-usage', 'an answer cut by the limit, with usage'],
  ['cut-in-thoughts', 'an answer cut by the limit, with thoughts and without usage'],
  ['no-usage', 'an answer without usage'],
])('%s passes with one request: %s', async (model) => {
  expect(await tested(await channel(model))).toMatchObject(PASSED);
  expect(asked.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  expect(asked[0]!.limit).toBeGreaterThanOrEqual(16);
});

test.each([
  ['thinks-long', [16, 4096]],
  ['no-limits', [16, 4096, undefined]],
])('%s is asked again with a higher limit after it rejected the first', async (model, limits) => {
  expect(await tested(await channel(model))).toMatchObject(PASSED);
  expect(asked.map(({ limit }) => limit)).toEqual(limits);
});

test.each(['gte-large-zh', 'Alibaba-NLP/gte-Qwen2-7B-instruct', 'intfloat/e5-large', 'BAAI/bge-m3'])(
  '%s is known to make vectors',
  async (model) => {
    const id = await channel(model);
    if (model.includes('gte')) expect(await tested(id)).toMatchObject(PASSED);
    else await tested(id);
    expect(asked[0]!.path).toBe('/v1/embeddings');
  },
);

test.each([
  ['my-vectors', '/v1/embeddings'],
  ['orders', '/v1/rerank'],
])('what %s does is found by trying, and remembered', async (model, path) => {
  const id = await channel(model);
  expect(await tested(id)).toMatchObject(PASSED);
  expect(asked[0]!.path).toBe('/v1/chat/completions');
  expect(asked.at(-1)!.path).toBe(path);
  asked.length = 0;
  expect(await tested(id)).toMatchObject(PASSED);
  expect(asked.map((one) => one.path)).toEqual([path]);
});

test('a model that rejects everything fails with the message of the likeliest request', async () => {
  expect(await tested(await channel('refuses-all'))).toMatchObject({
    success: false,
    message: 'status code 400: no conversations',
  });
});

test('a model that does not exist is asked once', async () => {
  expect(await tested(await channel('gone'))).toMatchObject({ success: false });
  expect(asked).toHaveLength(1);
});

test('an answer without content and usage fails', async () => {
  expect(await tested(await channel('empty'))).toMatchObject({
    success: false,
    message: expect.stringContaining('empty'),
  });
});

test('a channel without usage in its answers is enabled again', async () => {
  const id = await channel('no-usage');
  await gateway.sql(`UPDATE channels SET status = 3, other_info = '{"status_reason":"x"}' WHERE id = $1`, [
    id,
  ]);
  await root.put('/api/option/', { key: 'AutomaticEnableChannelEnabled', value: 'true' });
  await root.post('/api/channel/fix', {});
  expect(await tested(id)).toMatchObject(PASSED);
  expect((await root.get<ChannelResponse>(`/api/channel/${id}`)).data).toMatchObject({ status: 1 });
});
