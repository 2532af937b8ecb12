import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { UsageEvents } from '../../../server/billing/usage-events/usage-events.service.js';
import { EventReceiver } from '../../../server/notifications/event-streams/event-receiver.js';
import type { UsageEventsResponse } from '../../../server/contract/resources/usage-events.js';
import { EgressClient } from '../../../server/core/egress/egress-client.js';
import { readEnv } from '../../../server/core/env.js';
import { TestGateway } from '../../setup/test-gateway.js';
import { Schedules } from '../../../worker/schedules.js';
import { until } from '../../setup/until.js';
import { UsageReceiverDouble } from './usage-receiver-double.js';

const SECRET = 'a secret of the billing system';
const KINDS = ['consume', 'correction', 'refund', 'settle', 'admin_refund'];
const app = TestGateway.forAllTests();
let receiver: UsageReceiverDouble;
let events: UsageEvents;
/** Id of the last entry before the stream began. */
let begin: number;

beforeAll(async () => {
  receiver = await UsageReceiverDouble.start(SECRET);
  const { gateway } = app;
  events = gateway.worker.get(UsageEvents, { strict: false });
  // The worker's own runs would come in between.
  for (const schedule of gateway.worker.get(Schedules, { strict: false }).table)
    if (schedule.name === 'billing.usage-events') schedule.run = () => Promise.resolve(undefined);
  await app.freshModel();
  await app.addChannel('sk-upstream');
  await charge(2);
  await gateway.option('UsageEventsSecret', SECRET);
  await gateway.option('UsageEventsToken', 'a token of the receiver');
  await gateway.option('UsageEventsUrl', receiver.url);
  await gateway.settledEvents();
  await until(async () => {
    await events.deliver();
    return (await state()).position > 0;
  });
  begin = (await state()).position;
});
afterAll(() => receiver?.close());
beforeEach(() => {
  receiver.answer = () => 204;
  receiver.deliveries.length = 0;
});

const state = () => app.gateway.manage<UsageEventsResponse>('GET', '/api/usage-events');
const retry = () => app.gateway.manage<number>('POST', '/api/usage-events/retry');

/** Sends requests, which are charged and posted afterwards. @returns their ids */
async function charge(requests: number): Promise<string[]> {
  const ids: string[] = [];
  for (let request = 0; request < requests; request++) {
    const response = await app.ask();
    await response.text();
    ids.push(response.headers.get('x-oneapi-request-id') ?? '');
  }
  await app.gateway.quiet();
  return ids;
}

/** Quota units that the ledger charged since the stream began. */
async function charged(): Promise<number> {
  const [row] = await app.gateway.sql<{ quota: string }>(
    'SELECT coalesce(-sum(delta), 0)::text AS quota FROM ledger_entries WHERE id > $1 AND kind = ANY($2)',
    [begin, KINDS],
  );
  return Number(row!.quota);
}

/** Delivers until the receiver has accepted what the ledger has. */
async function complete(): Promise<void> {
  await until(
    async () => {
      await events.deliver();
      return receiver.quota === (await charged());
    },
    () => `${receiver.quota} quota units are delivered`,
  );
}

/** A connection of its own, for transactions that are open while others commit. */
async function client(): Promise<pg.Client> {
  const opened = new pg.Client(process.env.DATABASE_URL);
  await opened.connect();
  return opened;
}

const INSERT = `INSERT INTO ledger_entries (created_at, request_id, kind, user_id, delta)
  VALUES (floor(extract(epoch FROM now()))::bigint, $1, 'consume', 1, 0)`;

test('a stream begins with what is charged after its receiver was set up', async () => {
  expect(receiver.accepted.size).toBe(0);
  expect(await state()).toMatchObject({ enabled: true, delivered: 0, refused: 0, failures: 0 });
});

test('charges and refunds arrive signed, in order, and add up to the ledger', async () => {
  const [first] = await charge(5);
  await app.gateway.manage('POST', `/api/log/${first}/refund`, { quota: 3, reason: 'by test' });
  await complete();
  const all = [...receiver.accepted.values()];
  expect(all.map(({ data }) => data.kind).toSorted()).toEqual([
    'admin_refund',
    ...Array<string>(5).fill('consume'),
  ]);
  const positions = all.map(({ data }) => data.position);
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  expect(all[0]).toMatchObject({
    specversion: '1.0',
    type: 'tollgate.usage',
    source: expect.stringMatching(/^urn:tollgate:\w/),
    id: `${first}/consume`,
    subject: 'user:1',
    data: {
      format: 1,
      model: app.model,
      username: 'root',
      token_name: expect.any(String),
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
    },
  });
  const [log] = await app.gateway.logs();
  expect(all[1]!.data.quota).toBe(log!.quota);
  expect(Number(all[0]!.data.cost_usd)).toBeCloseTo(log!.quota / 500_000, 9);
  expect(all.at(-1)!.data).toMatchObject({ kind: 'admin_refund', quota: -3, request_id: first });
  expect(receiver.deliveries[0]).toMatchObject({ authorization: 'Bearer a token of the receiver' });
  expect(await state()).toMatchObject({ delivered: 6, waiting_seconds: 0 });
});

test('a receiver that fails for a while gets everything afterwards, and is not called before its wait is over', async () => {
  receiver.answer = () => 503;
  await charge(3);
  await events.deliver();
  await until(() => receiver.deliveries.length > 0);
  const failing = await state();
  expect(failing).toMatchObject({ failures: 1, last_error: 'answered 503' });
  expect(failing.due_at).toBeGreaterThan(Date.now() / 1000 + 5);
  await events.deliver();
  expect(receiver.deliveries).toHaveLength(1);
  receiver.answer = () => 200;
  await charge(2);
  await retry();
  await complete();
  expect(await state()).toMatchObject({ failures: 0, last_error: '' });
});

test('an event that the receiver refuses is set aside alone, shown, and sent again on request', async () => {
  const ids = await charge(7);
  const bad = `${ids[3]}/consume`;
  receiver.answer = (batch) => (batch.some(({ id }) => id === bad) ? 422 : 200);
  const before = await state();
  await until(async () => {
    await events.deliver();
    return (await state()).refused === 1;
  });
  await events.deliver();
  expect([...receiver.accepted.values()].filter(({ data }) => ids.includes(data.request_id))).toHaveLength(6);
  const refused = await state();
  expect(refused.delivered).toBe(before.delivered + 6);
  expect(refused.refused_events).toEqual([
    { id: bad, error: 'answered 422', refused_at: expect.any(Number), sending: false },
  ]);
  receiver.answer = () => 200;
  expect(await retry()).toBe(1);
  await complete();
  expect((await state()).refused).toBe(0);
});

test.each([401, 404, 302])(
  'a receiver that answers %s gets everything later: nothing is set aside',
  async (status) => {
    receiver.answer = () => status;
    await charge(1);
    await events.deliver();
    expect(await state()).toMatchObject({ failures: 1, refused: 0, last_error: `answered ${status}` });
    receiver.answer = () => 200;
    await retry();
    await complete();
  },
);

test('a worker that dies between delivery and the saving of its place repeats events with the same ids only', async () => {
  await charge(4);
  const locker = await client();
  const accepted = receiver.accepted.size;
  receiver.answer = async () => {
    await locker.query('BEGIN');
    await locker.query('SELECT 1 FROM usage_streams FOR UPDATE');
    return 200;
  };
  const run = events.deliver().then(
    () => 'saved',
    () => 'died',
  );
  await until(async () => {
    // Not by the locker: within its transaction, it would see the same activity for ever.
    const ended = await app.gateway.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE usage_streams%'`,
    );
    return ended.length > 0;
  });
  expect(await run).toBe('died');
  receiver.answer = () => 200;
  await locker.query('ROLLBACK');
  await locker.end();
  const sent = receiver.deliveries.flatMap((delivery) => delivery.events.map(({ id }) => id));
  await charge(1);
  receiver.deliveries.length = 0;
  await complete();
  const again = receiver.deliveries.flatMap((delivery) => delivery.events.map(({ id }) => id));
  expect(again).toEqual(expect.arrayContaining(sent));
  expect(receiver.accepted.size).toBe(accepted + 5);
});

test('an entry that is committed after one with a higher id is neither missed nor late', async () => {
  await complete();
  const [early, late] = [await client(), await client()];
  await early.query('BEGIN');
  await early.query(INSERT, ['entered-first']);
  await late.query(INSERT, ['entered-second']);
  const run = events.deliver();
  await sleep(300);
  const isWaiting = receiver.deliveries.every(({ events: sent }) =>
    sent.every(({ data }) => data.request_id !== 'entered-second'),
  );
  await early.query('COMMIT');
  await Promise.all([early.end(), late.end()]);
  await run;
  await until(async () => {
    await events.deliver();
    return [...receiver.accepted.keys()].some((key) => key.includes('entered-second'));
  });
  expect(isWaiting).toBe(true);
  const ids = [...receiver.accepted.values()].map(({ data }) => data.request_id);
  expect(ids.slice(-2)).toEqual(['entered-first', 'entered-second']);
});

test('a private address is not called where the operator forbids private ones', async () => {
  const guarded = new EventReceiver(new EgressClient({ ...readEnv(), EGRESS_ALLOW_PRIVATE: false }));
  const receipt = await guarded.send({ url: receiver.url, secret: SECRET, token: '' }, ['{}'], 'usage-1-1');
  expect(receipt).toEqual({ kind: 'failed', error: 'the address is private', afterSeconds: 0 });
  expect(receiver.deliveries).toHaveLength(0);
});

test('the secrets are not listed', async () => {
  const listed = JSON.stringify(await app.gateway.manage('GET', '/api/option/'));
  expect(listed).toContain('UsageEventsUrl');
  expect(listed).not.toMatch(/a secret of the billing system|a token of the receiver/);
});
