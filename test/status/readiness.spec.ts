import type { Redis } from 'ioredis';
import request from 'supertest';
import { REDIS } from '../../server/core/injection.js';
import { Management } from '../setup/management.js';
import { until } from '../setup/until.js';

const EPOCH = 'tollgate:epoch';
const JOURNAL = 'tollgate:journal';
const ENTRY = ['r', 'request', 'a', '1 0 5', 'e', '{}'] as const;

let gateway: Management;
let redis: Redis;

beforeAll(async () => {
  process.env.JOURNAL_LIMIT = '1000';
  gateway = await Management.start();
  delete process.env.JOURNAL_LIMIT;
  redis = gateway.app.get<Redis>(REDIS);
});
afterAll(() => gateway?.close());

async function probe(): Promise<{ status: number; cause: string | undefined; message: string }> {
  const { status, body } = await request(gateway.app.getHttpServer()).get('/readyz');
  return { status, cause: body.params?.cause, message: body.message };
}

/** Answers are at most a second old. */
const becomes = (cause: string | undefined) =>
  until(
    async () => (await probe()).cause === cause,
    () => `readiness ${cause ?? 'given'}`,
  );

test('an instance is ready when it has joined the ledger, and not while another epoch has begun', async () => {
  await becomes(undefined);
  expect(await probe()).toMatchObject({ status: 200, message: 'ready' });
  await redis.set(EPOCH, 'another');
  await becomes('ledger_not_joined');
  expect((await probe()).status).toBe(503);
  await becomes(undefined);
});

test('an instance is not ready when charges have not been posted for longer than MAX_JOURNAL_AGE', async () => {
  // Settled in 1970.
  await redis.xadd(JOURNAL, '1-1', ...ENTRY);
  await becomes('journal_late');
  expect(await probe()).toMatchObject({
    status: 503,
    message: expect.stringMatching(/charges have waited for \d+ s .*MAX_JOURNAL_AGE is 3600/),
  });
  await redis.del(JOURNAL);
  await becomes(undefined);
});

test('an instance is not ready while the journal is full', async () => {
  const pipeline = redis.pipeline();
  for (let i = 0; i < 1000; i++) pipeline.xadd(JOURNAL, '*', ...ENTRY);
  await pipeline.exec();
  await becomes('journal_full');
  await redis.del(JOURNAL);
  await becomes(undefined);
});

test('an instance is not ready while Redis cannot be reached', async () => {
  redis.disconnect();
  await becomes('redis_unreachable');
  await redis.connect();
  await becomes(undefined);
});
