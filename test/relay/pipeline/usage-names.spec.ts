import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gateway } from '../../setup/gateway.js';

/** Upstreams report usage under the names of other operations: it is charged as reported, never estimated. */
let gateway: Gateway;
let server: Server;
let key: string;
/** The usage of the next answers. */
let usage: object;

const chunk = (members: object) => `data: ${JSON.stringify({ id: 'c1', model: 'm', ...members })}\n\n`;
const delta = { index: 0, delta: { role: 'assistant', content: 'Done.' }, text: 'Done.' };
const whole = { index: 0, message: delta.delta, text: 'Done.', finish_reason: 'stop' };

function answerOf(path: string, stream: boolean): string {
  if (path.endsWith('/embeddings'))
    return JSON.stringify({ object: 'list', data: [{ index: 0, embedding: [1] }], usage });
  if (!stream) return JSON.stringify({ id: 'c1', model: 'm', choices: [whole], usage });
  const ended = { ...delta, delta: {}, text: '', finish_reason: 'stop' };
  return (
    [{ choices: [delta] }, { choices: [ended] }, { choices: [], usage }].map(chunk).join('') +
    'data: [DONE]\n\n'
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
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: `http://127.0.0.1:${port}`, models: 'm' });
  await gateway.sell({ m: 1 });
  await gateway.option('CompletionRatio', JSON.stringify({ m: 4 }));
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  server?.close();
});

beforeEach(() => gateway.sql('DELETE FROM logs WHERE type = 2'));

const messages = [{ role: 'user', content: 'hello' }];
const prompt = 'hello';

describe.each<[string, object]>([
  ['/v1/chat/completions', { messages }],
  ['/v1/chat/completions', { messages, stream: true }],
  ['/v1/completions', { prompt }],
  ['/v1/completions', { prompt, stream: true }],
  ['/v1/messages', { messages, max_tokens: 4000 }],
  ['/v1/messages', { messages, max_tokens: 4000, stream: true }],
])('%s %j', (path, body) => {
  const charged = async () => {
    const response = await gateway.relay(path, key, { model: 'm', ...body });
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    const [row] = await gateway.logs();
    return row!;
  };

  test('the names of the Responses API', async () => {
    usage = { input_tokens: 1000, output_tokens: 200, total_tokens: 1200 };
    const row = await charged();
    expect(row).toMatchObject({ prompt_tokens: 1000, completion_tokens: 200, quota: 1000 + 200 * 4 });
    expect(row.other.usage_source).toBe('upstream');
  });

  test('a total alone: what was sent is output, the rest is input', async () => {
    usage = { total_tokens: 1200 };
    const { prompt_tokens, completion_tokens, quota } = await charged();
    expect(prompt_tokens + completion_tokens).toBe(1200);
    expect(completion_tokens).toBeGreaterThan(0);
    expect(completion_tokens).toBeLessThan(10);
    expect(quota).toBe(prompt_tokens + completion_tokens * 4);
  });
});

test.each([{ input_tokens: 1000 }, { total_tokens: 1000 }, { prompt_tokens: 1000, total_tokens: 1000 }])(
  'embeddings: %j',
  async (reported) => {
    usage = reported;
    const response = await gateway.relay('/v1/embeddings', key, { model: 'm', input: 'hello' });
    expect(response.status).toBe(200);
    const [row] = await gateway.logs();
    expect(row).toMatchObject({ prompt_tokens: 1000, quota: 1000 });
  },
);
