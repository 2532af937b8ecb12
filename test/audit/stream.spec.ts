import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { AuditStream } from '../../server/audit-trail/audit-stream.service.js';
import { sealHash } from '../../server/audit/seals/canonical-rows.js';
import { Sealing } from '../../server/audit/seals/sealing.service.js';
import type { AuditStateResponse } from '../../server/contract/resources/audit.js';
import { Schedules } from '../../worker/schedules.js';
import { LoopbackServer } from '../doubles/loopback-server.js';
import { Gateway } from '../setup/gateway.js';

/** The audit log is sent to a receiver, which verifies signatures with the library of Standard Webhooks. */
const SECRET = 'a secret of the receiver';
let gateway: Gateway;
let receiver: LoopbackServer;
let status = 204;
const calls: { id: string; authorization: string | undefined; events: Event[] }[] = [];

interface Event {
  id: string;
  type: string;
  source: string;
  data: Record<string, string | number>;
}

beforeAll(async () => {
  receiver = await LoopbackServer.start(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(request, 'end');
    const headers = request.headers as Record<string, string>;
    const events = new Webhook(SECRET, { format: 'raw' }).verify(
      Buffer.concat(chunks).toString(),
      headers,
    ) as Event[];
    calls.push({ id: headers['webhook-id'] ?? '', authorization: headers['authorization'], events });
    response.writeHead(status).end();
  });
  gateway = await Gateway.start();
  // The worker's own runs would come in between.
  for (const schedule of gateway.worker.get(Schedules, { strict: false }).table)
    if (schedule.name.startsWith('audit.')) schedule.run = () => Promise.resolve(undefined);
  await seal();
  await gateway.option('AuditStreamSecret', SECRET);
  await gateway.option('AuditStreamToken', 'a token');
  await gateway.option('AuditStreamUrl', `${receiver.url}/ingest`);
  await gateway.settledEvents();
});
afterAll(async () => {
  await gateway?.close();
  await receiver?.close();
});
beforeEach(() => {
  calls.length = 0;
  status = 204;
});

const seal = () => gateway.worker.get(Sealing, { strict: false }).carryOut();
const deliver = () => gateway.worker.get(AuditStream, { strict: false }).deliver();
const state = async () => (await gateway.manage<AuditStateResponse>('GET', '/api/audit/state')).stream;

test('it begins after the last seal, and sends entries with their seal, signed and in order', async () => {
  await seal();
  expect(await deliver()).toBe(0);
  const begun = await state();
  expect(begun).toMatchObject({ enabled: true, delivered: 0 });
  await gateway.option('RetryTimes', '1');
  await gateway.option('RetryTimes', '2');
  await seal();
  expect(await deliver()).toBe(3);
  expect(calls).toMatchObject([{ id: `audit-${begun.seal + 1}`, authorization: 'Bearer a token' }]);
  const [first, second, last] = calls[0]!.events;
  expect([first, second, last].map((one) => one!.type)).toEqual([
    'tollgate.audit.entry',
    'tollgate.audit.entry',
    'tollgate.audit.seal',
  ]);
  expect(first).toMatchObject({
    source: expect.stringMatching(/^urn:tollgate:\w/),
    id: `entry/${first!.data['id']}`,
    data: { action: 'change', actor_name: 'root', address: '127.0.0.1', session: expect.any(String) },
  });
  expect(Number(first!.data['id'])).toBeLessThan(Number(second!.data['id']));
  // The receiver can compute the seal of what it got.
  const [before] = await gateway.sql<{ hash: string }>('SELECT hash FROM audit_seals WHERE id = $1', [
    begun.seal,
  ]);
  const { data } = last!;
  const head = {
    id: Number(data['id']),
    day: String(data['day']),
    firstId: Number(data['first_id']),
    lastId: Number(data['last_id']),
    rows: 2,
    sealedAt: Number(data['sealed_at']),
  };
  const rows = [first!, second!].map(({ data: row }) => ({
    id: Number(row['id']),
    createdAt: Number(row['created_at']),
    actorId: Number(row['actor_id']),
    actorName: String(row['actor_name']),
    action: String(row['action']),
    userId: Number(row['user_id']),
    content: String(row['content']),
    details: String(row['details']),
    address: String(row['address']),
    userAgent: String(row['user_agent']),
    requestId: String(row['request_id']),
    sessionRef: String(row['session']),
  }));
  expect(sealHash(head, before!.hash, rows)).toBe(data['hash']);
  expect(await state()).toMatchObject({ seal: begun.seal + 1, delivered: 3, failures: 0 });
});

test('a call that is not accepted is repeated with the same events, and nothing is skipped', async () => {
  await gateway.option('RetryTimes', '3');
  await seal();
  for (status of [500, 400]) {
    expect(await deliver()).toBe(0);
    expect(await state()).toMatchObject({ last_error: `answered ${status}`, due_at: expect.any(Number) });
    // It waits.
    const sent = calls.length;
    expect(await deliver()).toBe(0);
    expect(calls).toHaveLength(sent);
    await gateway.manage('POST', '/api/audit/stream/retry');
  }
  status = 204;
  // The entry of the request above came after the seal.
  expect(await deliver()).toBe(2);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  expect(new Set(calls.map(({ events }) => JSON.stringify(events))).size).toBe(1);
  expect(await state()).toMatchObject({ failures: 0, last_error: '' });
});

test('without an address it keeps its place, and a private one can be forbidden', async () => {
  await gateway.option('AuditStreamUrl', '');
  await gateway.settledEvents();
  await gateway.option('RetryTimes', '4');
  await seal();
  expect(await deliver()).toBe(0);
  expect(calls).toEqual([]);
  await gateway.option('AuditStreamUrl', `${receiver.url}/ingest`);
  await gateway.settledEvents();
  await seal();
  await deliver();
  const texts = calls.flatMap(({ events }) => events.map(({ data }) => String(data['details'] ?? '')));
  expect(texts.filter((text) => text.includes('"RetryTimes","before":"3","after":"4"'))).toHaveLength(1);
});
