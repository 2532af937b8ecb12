import { setTimeout as sleep } from 'node:timers/promises';
import { SLOW_MODEL } from './clients.js';
import { HouseOfProcesses } from './house-of-processes.js';

const PLENTY = 1_000_000;
let house: HouseOfProcesses;

beforeAll(async () => {
  house = await HouseOfProcesses.open({ DRAIN_TIMEOUT: '1', DRAIN_DELAY: '0' });
  house.upstream.forModel(SLOW_MODEL, {
    betweenFramesMs: 100,
    answer: { text: Array.from({ length: 600 }, (_, i) => ` word${i}`) },
  });
}, 120_000);

afterAll(() => house?.close());

interface Row {
  quota: number;
  completion_tokens: number;
  other: { stream_status: { end_reason: string } };
}

async function onlyRow(userId: number): Promise<Row> {
  await house.quiet();
  const rows = await house.sql<Omit<Row, 'other'> & { other: string }>(
    'SELECT quota::int, completion_tokens::int, other FROM logs WHERE type = 2 AND user_id = $1',
    [userId],
  );
  expect(rows).toHaveLength(1);
  return { ...rows[0]!, other: JSON.parse(rows[0]!.other) as Row['other'] };
}

/** Pieces of text that reached the client. */
const pieces = (text: string) => text.split(' word').length - 1;

test('a stream of a server that is killed is charged for what had been delivered, once', async () => {
  const member = await house.member(PLENTY);
  const [stream] = await house.openStreams(member.keys[0]!, 1);
  await sleep(6000);
  await house.server.end('SIGKILL');
  const seen = await stream!;
  expect(seen.whole).toBe(false);
  house.server.start();
  await house.answering();
  const row = await onlyRow(member.id);
  expect(row.other.stream_status.end_reason).toBe('server_lost');
  expect(row.completion_tokens).toBeGreaterThan(pieces(seen.text) / 4);
  // Each piece is two or three tokens.
  expect(row.completion_tokens).toBeLessThanOrEqual(pieces(seen.text) * 4);
  const [user] = await house.sql<{ quota: number }>('SELECT quota::int FROM users WHERE id = $1', [
    member.id,
  ]);
  expect(user!.quota).toBe(PLENTY - row.quota);
  const { code, output } = await house.books();
  expect([code, output]).toEqual([0, expect.stringContaining('the books balance')]);
}, 120_000);

test('a stream that the drain cuts ends with an error event, is charged for what it produced, and says why', async () => {
  const member = await house.member(PLENTY);
  const [stream] = await house.openStreams(member.keys[0]!, 1);
  await sleep(1500);
  await house.server.end('SIGTERM');
  const seen = await stream!;
  expect(seen.text).toContain('shutting down');
  expect(seen.whole).toBe(false);
  house.server.start();
  await house.answering();
  const row = await onlyRow(member.id);
  expect(row.other.stream_status.end_reason).toBe('server_stopped');
  expect(row.quota).toBeGreaterThan(0);
}, 120_000);
