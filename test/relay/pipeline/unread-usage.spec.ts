import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unreadUsageLines } from '../../../server/billing/ledger/ledger-audit-lines.js';
import { UnreadUsage } from '../../../server/billing/unread-usage/unread-usage.js';
import { UnreadUsageRepository } from '../../../server/billing/unread-usage/unread-usage.repository.js';
import type { UnreadUsageResponse } from '../../../server/contract/resources/ledger/unread-usage.js';
import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream, SPOKEN_USAGE } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Members that a provider adds to its usage are seen before they cost money: counted in a metric, and listed. */
const TOKEN = 'a token of monitoring';
let gateway: Gateway;
let server: Server;
let realtime: RealtimeUpstream;
let key: string;
/** The usage of the next answers, and further members of their messages. */
let usage: object;
let members: object = {};

const messages = [{ role: 'user', content: 'hello' }];
const CHAT = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const MESSAGE = { input_tokens: 10, output_tokens: 5 };

function events(members: readonly object[]): string {
  return members
    .map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

function answerOf(path: string, stream: boolean): string {
  if (path.endsWith('/embeddings'))
    return JSON.stringify({ object: 'list', data: [{ index: 0, embedding: [1] }], usage });
  if (path.endsWith('/images/generations'))
    return JSON.stringify({ created: 1, data: [{ b64_json: 'aGk=' }], usage });
  if (path.endsWith('/messages')) {
    const message = { id: 'm1', type: 'message', role: 'assistant', model: 'claude', content: [] };
    if (!stream)
      return JSON.stringify({
        ...message,
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
        usage,
      });
    return events([
      { type: 'message_start', message: { ...message, usage: MESSAGE } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
      { type: 'message_stop' },
    ]);
  }
  const head = { id: 'c1', model: 'm', created: 1 };
  const reply = { role: 'assistant', content: 'Hi', ...members };
  if (!stream)
    return JSON.stringify({ ...head, choices: [{ index: 0, message: reply, finish_reason: 'stop' }], usage });
  return (
    [
      { choices: [{ index: 0, delta: reply }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage },
    ]
      .map((chunk) => `data: ${JSON.stringify({ ...head, ...chunk })}\n\n`)
      .join('') + 'data: [DONE]\n\n'
  );
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { stream = false } = JSON.parse(Buffer.concat(parts).toString()) as { stream?: boolean };
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      response.end(answerOf(request.url!, stream));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  realtime = await RealtimeUpstream.start();
  gateway = await Gateway.start({ METRICS_TOKEN: TOKEN });
  const base_url = `http://127.0.0.1:${port}`;
  await gateway.addChannel({ base_url, models: 'm,dall-e-3' });
  await gateway.addChannel({ type: 1000, base_url, models: 'fast' });
  await gateway.addChannel({
    type: 14,
    base_url,
    models: 'claude',
    model_mapping: '{"claude":"claude-opus-9"}',
  });
  await gateway.addChannel({ base_url: realtime.url, models: 'gpt-4o-realtime-preview' });
  await gateway.sell({ m: 1, fast: 1, claude: 1, 'dall-e-3': 1, 'gpt-4o-realtime-preview': 1 });
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  delete process.env.METRICS_TOKEN;
  await gateway?.close();
  await realtime?.close();
  server?.close();
});

beforeEach(async () => {
  await unread().write();
  await gateway.sql('DELETE FROM unread_usage');
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const unread = () => gateway.app.get(UnreadUsage);

async function request(path: string, body: object): Promise<void> {
  const response = await gateway.relay(path, key, body);
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}

async function listed(): Promise<UnreadUsageResponse> {
  await unread().write();
  return gateway.manage<UnreadUsageResponse>('GET', '/api/books/unread-usage');
}

async function metric(provider: string, member: string): Promise<number> {
  const response = await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const name = `tollgate_unread_usage_members_total{provider="${provider}",member="${member}"} `;
  const line = (await response.text()).split('\n').find((each) => each.startsWith(name));
  return line === undefined ? 0 : Number(line.slice(name.length));
}

describe.each<[string, object, object, string]>([
  ['/v1/chat/completions', { model: 'm', messages }, CHAT, 'openai'],
  ['/v1/chat/completions', { model: 'm', messages, stream: true }, CHAT, 'openai'],
  ['/v1/messages', { model: 'm', messages, max_tokens: 99 }, CHAT, 'openai'],
  ['/v1/messages', { model: 'm', messages, max_tokens: 99, stream: true }, CHAT, 'openai'],
  ['/v1/messages', { model: 'claude', messages, max_tokens: 99 }, MESSAGE, 'anthropic'],
  ['/v1/messages', { model: 'claude', messages, max_tokens: 99, stream: true }, MESSAGE, 'anthropic'],
  ['/v1/chat/completions', { model: 'claude', messages }, MESSAGE, 'anthropic'],
  ['/v1/chat/completions', { model: 'claude', messages, stream: true }, MESSAGE, 'anthropic'],
  ['/v1/embeddings', { model: 'm', input: 'hello' }, { prompt_tokens: 10, total_tokens: 10 }, 'openai'],
  ['/v1/images/generations', { model: 'dall-e-3', prompt: 'a cat' }, MESSAGE, 'openai'],
])('%s %j', (path, body, known, provider) => {
  test('lists and counts a new member of the usage, and charges as without it', async () => {
    const before = await metric(provider, 'server_tool_use.new_requests');
    usage = known;
    await request(path, body);
    expect(await listed()).toEqual([]);
    usage = { ...known, server_tool_use: { new_requests: 7 } };
    await request(path, body);
    expect(await listed()).toEqual([
      {
        provider,
        member: 'server_tool_use.new_requests',
        model: provider === 'anthropic' ? 'claude-opus-9' : (body as { model: string }).model,
        first_seen: expect.any(Number) as number,
        last_seen: expect.any(Number) as number,
        count: 1,
        example: 7,
      },
    ]);
    expect(await metric(provider, 'server_tool_use.new_requests')).toBe(before + 1);
    const charges = (await gateway.logs()).map(({ quota }) => quota);
    expect(charges).toEqual([expect.any(Number), charges[0]]);
  });
});

test('the response of a realtime session is looked through as well', async () => {
  realtime.otherwise = { texts: ['Hello'], usage: { ...SPOKEN_USAGE, new_seconds: 1.5 } };
  const client = await RealtimeClient.withHeader(gateway.url, key, 'gpt-4o-realtime-preview').opened();
  await client.turn();
  await client.close();
  await gateway.quiet();
  expect(await listed()).toEqual([
    expect.objectContaining({ provider: 'openai', member: 'new_seconds', example: 1.5, count: 1 }),
  ]);
});

test.each([false, true])(
  'a call of a tool that has no price is listed, one that has is not: stream %s',
  async (stream) => {
    usage = CHAT;
    members = { executed_tools: ['search', 'wolfram'].map((type, index) => ({ index, type })) };
    await request('/v1/chat/completions', { model: 'fast', messages, stream });
    members = {};
    expect(await listed()).toEqual([
      expect.objectContaining({ provider: 'groq', member: 'tools.groq_tool', example: 1, count: 1 }),
    ]);
  },
);

test('what is known to be free is not listed: the times of Groq', async () => {
  usage = { ...CHAT, queue_time: 0.03, prompt_time: 0.01, completion_time: 0.2, total_time: 0.21 };
  await request('/v1/chat/completions', { model: 'fast', messages });
  expect(await listed()).toEqual([]);
});

test('rows add up over rounds and processes: the first time stays, the last time and value are the last ones', async () => {
  usage = { ...CHAT, new_tokens: 4 };
  await request('/v1/chat/completions', { model: 'fast', messages });
  await unread().write();
  await gateway.sql('UPDATE unread_usage SET first_seen = 1000, last_seen = 2000');
  usage = { ...CHAT, new_tokens: 9 };
  await request('/v1/chat/completions', { model: 'fast', messages });
  await request('/v1/chat/completions', { model: 'fast', messages });
  const rows = await listed();
  expect(rows).toEqual([
    expect.objectContaining({
      provider: 'groq',
      member: 'new_tokens',
      first_seen: 1000,
      count: 3,
      example: 9,
    }),
  ]);
  expect(rows[0]!.last_seen).toBeGreaterThan(2000);
  // `npm run books -- --unread-usage`
  expect(unreadUsageLines(await gateway.app.get(UnreadUsageRepository, { strict: false }).list())).toEqual([
    'members of reported usage that are neither charged nor known to be free:',
    expect.stringMatching(
      /^ {2}groq new_tokens: 3 requests of fast, 1970-01-01 to \d{4}-\d\d-\d\d, last value 9$/,
    ),
  ]);
});

test('an unreachable database delays rows and loses none', async () => {
  await gateway.sql('ALTER TABLE unread_usage RENAME TO away');
  usage = { ...CHAT, late_tokens: 1 };
  await request('/v1/chat/completions', { model: 'm', messages });
  await unread().write();
  await request('/v1/chat/completions', { model: 'm', messages });
  await unread().write();
  await gateway.sql('ALTER TABLE away RENAME TO unread_usage');
  expect(await listed()).toEqual([expect.objectContaining({ member: 'late_tokens', count: 2 })]);
});

test('at most 200 members have names of their own, and only such as can be labels', async () => {
  const members = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`tokens_${index}`, 1]));
  for (let round = 0; round < 15; round++) {
    usage = { ...CHAT, [`round_${round}`]: members };
    await request('/v1/chat/completions', { model: 'm', messages });
  }
  const names = (await listed()).map(({ member }) => member);
  expect(names).toContain('round_0.tokens_0');
  expect(names).not.toContain('round_14.tokens_0');
  expect(names).toContain('other');
  expect(new Set(names).size).toBeLessThanOrEqual(201);
  await gateway.sql('DELETE FROM unread_usage');
  usage = { ...CHAT, ['x'.repeat(81)]: 1, 'line\nbreak': 1, 'quote"': 1, ünknown: 1 };
  await request('/v1/chat/completions', { model: 'm', messages });
  expect((await listed()).map(({ member, count }) => [member, count])).toEqual([['other', 1]]);
});
