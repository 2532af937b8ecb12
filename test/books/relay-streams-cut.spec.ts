import { setTimeout as sleep } from 'node:timers/promises';
import { SLOW_MODEL } from './clients.js';
import { GatewayProcesses } from './gateway-processes.js';

const PLENTY = 1_000_000;
const TIERED = 'gemini-2.5-flash';
let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open({ DRAIN_TIMEOUT: '1', DRAIN_DELAY: '0' });
  const slow = { betweenFramesMs: 100, answer: { text: Array.from({ length: 600 }, (_, i) => ` word${i}`) } };
  gateway.upstream.forModel(SLOW_MODEL, slow);
  gateway.upstream.forModel(TIERED, { ...slow, headers: { 'x-gemini-service-tier': 'priority' } });
  await gateway.call('POST', '/api/channel/', {
    type: 24,
    name: 'scripted Gemini',
    key: 'sk-upstream',
    group: 'default',
    base_url: gateway.upstream.url,
    models: TIERED,
  });
});

afterAll(() => gateway?.close());

interface Row {
  quota: number;
  completion_tokens: number;
  other: { stream_status: { end_reason: string }; service_tier?: string };
}

async function onlyRow(userId: number): Promise<Row> {
  await gateway.quiet();
  const rows = await gateway.sql<Omit<Row, 'other'> & { other: string }>(
    'SELECT quota::int, completion_tokens::int, other FROM logs WHERE type = 2 AND user_id = $1',
    [userId],
  );
  expect(rows).toHaveLength(1);
  return { ...rows[0]!, other: JSON.parse(rows[0]!.other) as Row['other'] };
}

/** What reached a client before its connection broke. */
async function readUntilBroken(key: string, model = SLOW_MODEL): Promise<string> {
  let text = '';
  try {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model,
        stream: true,
        messages: [{ role: 'user', content: 'hello' }],
      }),
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) text += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch (error) {
    expect(String(error)).toContain('TypeError');
  }
  return text;
}

/** Pieces of text that reached the client. */
const pieces = (text: string) => text.split(' word').length - 1;

test('a stream of a server that is killed is charged for what had been delivered, once', async () => {
  const member = await gateway.member(PLENTY);
  const tiered = await gateway.member(PLENTY);
  const reading = readUntilBroken(member.keys[0]!);
  const readingTiered = readUntilBroken(tiered.keys[0]!, TIERED);
  await sleep(6000);
  await gateway.server.end('SIGKILL');
  const text = await reading;
  expect(text).not.toContain('[DONE]');
  expect(pieces(await readingTiered)).toBeGreaterThan(10);
  gateway.server.start();
  await gateway.answering();
  const row = await onlyRow(member.id);
  expect(row.other.stream_status.end_reason).toBe('server_lost');
  expect(row.completion_tokens).toBeGreaterThan(pieces(text) / 4);
  // Each piece is two or three tokens.
  expect(row.completion_tokens).toBeLessThanOrEqual(pieces(text) * 4);
  const [user] = await gateway.sql<{ quota: number }>('SELECT quota::int FROM users WHERE id = $1', [
    member.id,
  ]);
  expect(user!.quota).toBe(PLENTY - row.quota);
  // The tier that the headers state is part of the charge, also before the end.
  const { other } = await onlyRow(tiered.id);
  expect([other.stream_status.end_reason, other.service_tier]).toEqual(['server_lost', 'priority']);
  const { code, output } = await gateway.books();
  expect([code, output]).toEqual([0, expect.stringContaining('the ledger balances')]);
});

test('a stream that the drain cuts ends with an error event, is charged for what it produced, and says why', async () => {
  const member = await gateway.member(PLENTY);
  const [stream] = await gateway.openStreams(member.keys[0]!, 1);
  await sleep(1500);
  await gateway.server.end('SIGTERM');
  const seen = await stream!;
  expect(seen.text).toContain('shutting down');
  expect(seen.whole).toBe(false);
  gateway.server.start();
  await gateway.answering();
  const row = await onlyRow(member.id);
  expect(row.other.stream_status.end_reason).toBe('server_stopped');
  expect(row.quota).toBeGreaterThan(0);
});
