import { Webhook } from 'standardwebhooks';
import { createHmac } from 'node:crypto';
import { EGRESS, type Egress, type EgressRequest } from '../../server/notifications/http-egress.js';
import { hookSecretOf } from '../../server/tokens/token-key.js';
import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { expectBalancedLedger, poll, rowsOf, USD } from './task-gateway.js';

const HOOK = 'https://client.example/hook';

let gateway: Gateway;
let proxy: MidjourneyUpstream;
let key: string;
/** A call of a hook. */
interface Call extends EgressRequest {
  readonly body: string;
  readonly at: number;
}
/** Calls of hooks in order, with the time of each in milliseconds. */
const calls: Call[] = [];
/** Statuses of the next calls; then 200. */
let statuses: number[] = [];
/** Before a call is answered. */
let onCall: (() => Promise<void>) | undefined;

beforeAll(async () => {
  proxy = await MidjourneyUpstream.start();
  gateway = await Gateway.start();
  const egress = gateway.worker.get<Egress>(EGRESS, { strict: false });
  egress.send = async (call, chosenBy) => {
    expect(chosenBy).toBe('user');
    calls.push({ ...call, body: call.body ?? '', at: Date.now() });
    await onCall?.();
    return { status: statuses.shift() ?? 200, body: '' };
  };
  await gateway.option('ServerAddress', 'https://gate.example');
  await gateway.option('MjNotifyEnabled', 'true');
  key = await gateway.addToken();
  await gateway.addChannel({ type: 2, key: 'mj-secret', base_url: proxy.url, models: 'mj_imagine' });
});
afterAll(async () => {
  await gateway?.close();
  await proxy?.close();
});
beforeEach(async () => {
  proxy.reset();
  calls.length = 0;
  statuses = [];
  onCall = undefined;
  await gateway.sql('DELETE FROM midjourneys');
  await gateway.sql('DELETE FROM outbox');
  await gateway.setQuota(10 * USD);
});

const imagine = async (notifyHook: string = HOOK): Promise<string> => {
  const response = await gateway.relay('/mj/submit/imagine', key, { prompt: 'x', notifyHook });
  return ((await response.json()) as { result: string }).result;
};
const progress = async (more: object) => {
  Object.assign(proxy.latest, more);
  await poll(gateway);
};
const called = (times: number) =>
  until(
    async () => calls.length >= times,
    () => `${times} calls of the hook, not ${calls.length}`,
  );
const bodyOf = ({ body }: Pick<Call, 'body'>) => JSON.parse(body) as Record<string, unknown>;
const nextPolls = () =>
  gateway.sql<{ due: boolean }>('SELECT next_poll_at <= now() AS due FROM midjourneys ORDER BY id');

describe('hooks of clients', () => {
  test('each change is sent, signed, with the gateway’s own image', async () => {
    const id = await imagine();
    await progress({ status: 'IN_PROGRESS', progress: '10%', imageUrl: `${proxy.url}/files/1.png` });
    await called(1);
    await progress({ status: 'SUCCESS', progress: '100%' });
    await called(2);
    expect(calls.map(({ url }) => url)).toEqual([HOOK, HOOK]);
    expect(calls.map(bodyOf)).toMatchObject([
      { id, status: 'IN_PROGRESS', progress: '10%' },
      { id, status: 'SUCCESS', progress: '100%', imageUrl: `https://gate.example/mj/image/${id}` },
    ]);
    expect(calls.map(({ headers }) => headers['X-Webhook-Id'])).toEqual([`${id}-1`, `${id}-2`]);
    for (const { headers, body } of calls) {
      const signature = createHmac('sha256', hookSecretOf(key)).update(body).digest('hex');
      expect(headers['X-Webhook-Signature']).toBe(signature);
      expect(headers.Authorization).toBeUndefined();
      expect(new Webhook(hookSecretOf(key), { format: 'raw' }).verify(body, headers)).toEqual(
        JSON.parse(body),
      );
    }
    expect(calls[1]!.at - calls[0]!.at).toBeGreaterThanOrEqual(990);
  });

  test('quick changes are sent once a second at most, the last of them always', async () => {
    await imagine();
    for (let n = 1; n <= 9; n++) await progress({ status: 'IN_PROGRESS', progress: `${n}%` });
    await progress({ status: 'FAILURE', progress: '100%', failReason: 'no' });
    await until(
      async () => calls.some((call) => bodyOf(call).status === 'FAILURE'),
      () => 'the end is sent',
    );
    expect(calls.length).toBeLessThan(5);
    const sent = calls.map(({ headers }) => Number(headers['X-Webhook-Id']!.split('-')[1]));
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
    expect(sent.at(-1)).toBe(10);
    expect(bodyOf(calls.at(-1)!)).toMatchObject({ status: 'FAILURE', failReason: 'no' });
    for (const [n, { at }] of calls.entries())
      if (n > 0) expect(at - calls[n - 1]!.at).toBeGreaterThanOrEqual(990);
    expect(await gateway.quota()).toBe(10 * USD);
  });

  test('a change during a call follows it', async () => {
    await imagine();
    onCall = async () => {
      onCall = undefined;
      await progress({ status: 'SUCCESS', progress: '100%' });
    };
    await progress({ status: 'IN_PROGRESS', progress: '50%' });
    await called(2);
    expect(calls.map((call) => bodyOf(call).status)).toEqual(['IN_PROGRESS', 'SUCCESS']);
  });

  test('a failed call is repeated; after five attempts it is given up', async () => {
    await imagine();
    statuses = [500, 503];
    await progress({ status: 'SUCCESS', progress: '100%' });
    await called(1);
    for (let n = 2; n <= 3; n++) {
      const [waiting] = await waitingRows();
      expect(waiting!.wait).toBeGreaterThan(5 * 2 ** (n - 2) - 2);
      await gateway.sql(`UPDATE outbox SET due_at = now() WHERE state = 'waiting'`);
      await called(n);
    }
    expect(new Set(calls.map(({ headers, body }) => headers['X-Webhook-Id'] + body)).size).toBe(1);
    await stateIs('sent');
    calls.length = 0;
    statuses = [500, 500, 500, 500, 500, 500];
    await imagine();
    await progress({ status: 'IN_PROGRESS', progress: '50%' });
    for (let n = 1; n <= 5; n++) {
      await called(n);
      if (n < 5) await waitingRows();
      await gateway.sql(`UPDATE outbox SET due_at = now() WHERE state = 'waiting'`);
    }
    await stateIs('dead');
    // The end has five attempts of its own.
    statuses = [500];
    await progress({ status: 'SUCCESS', progress: '100%' });
    await called(6);
    await waitingRows();
    await gateway.sql(`UPDATE outbox SET due_at = now() WHERE state = 'waiting'`);
    await called(7);
    expect(bodyOf(calls[6]!)).toMatchObject({ status: 'SUCCESS' });
  });

  test('only addresses of https are called, and only while the operator allows it', async () => {
    await imagine('http://client.example/hook');
    await progress({ status: 'IN_PROGRESS', progress: '10%' });
    await gateway.option('MjNotifyEnabled', 'false');
    await imagine();
    await progress({ status: 'IN_PROGRESS', progress: '10%' });
    await gateway.option('MjNotifyEnabled', 'true');
    expect(await gateway.sql('SELECT * FROM outbox')).toEqual([]);
  });

  /** Rows that wait for another attempt, with the seconds until then. */
  async function waitingRows(): Promise<{ wait: number }[]> {
    let rows: { wait: number }[] = [];
    await until(
      async () => {
        rows = await gateway.sql(
          `SELECT extract(epoch FROM due_at - now())::float AS wait FROM outbox WHERE state = 'waiting' AND last_error <> ''
             AND due_at < now() + interval '150 seconds'`,
        );
        return rows.length > 0;
      },
      () => 'an attempt has failed',
    );
    return rows;
  }

  const stateIs = (state: string) =>
    until(
      async () =>
        (
          await gateway.sql<{ state: string }>('SELECT state FROM outbox ORDER BY created_at DESC LIMIT 1')
        )[0]!.state === state,
      () => `the call is ${state}`,
    );
});

describe('reports of the upstream', () => {
  const hookOfUpstream = () =>
    String(proxy.submissions.at(-1)!.body.notifyHook).replace('https://gate.example', '');
  const report = (path: string, headers: Record<string, string> = {}, body: object = { status: 'SUCCESS' }) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test('the upstream gets an address with a secret, by which it has the task polled', async () => {
    const id = await imagine();
    expect(hookOfUpstream()).toMatch(new RegExp(`^/mj/notify/${id}/[0-9a-f]{32}$`));
    expect(await nextPolls()).toEqual([{ due: false }]);
    const response = await report(hookOfUpstream());
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(await nextPolls()).toEqual([{ due: true }]);
    // Nothing of the report is believed.
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ status: 'SUBMITTED' }]);
  });

  test('a wrong secret and an unknown task are answered alike', async () => {
    const id = await imagine();
    for (const path of [
      `/mj/notify/${id}/wrong`,
      `/mj/notify/${id}/${'0'.repeat(32)}`,
      '/mj/notify/unknown/x',
    ]) {
      const response = await report(path);
      expect([response.status, await response.json()]).toEqual([
        400,
        { description: 'midjourney_task_not_found ', type: 'upstream_error', code: 4 },
      ]);
    }
    expect(await nextPolls()).toEqual([{ due: false }]);
  });

  test('with a key only one’s own tasks are polled', async () => {
    const id = await imagine();
    const bearer = { authorization: `Bearer ${key}` };
    expect((await report('/mj/notify', {}, { id })).status).toBe(401);
    await gateway.sql('UPDATE midjourneys SET user_id = 999');
    expect((await report('/mj/notify', bearer, { id })).status).toBe(200);
    expect(await nextPolls()).toEqual([{ due: false }]);
    await gateway.sql('UPDATE midjourneys SET user_id = 1');
    expect((await report('/mj/notify', bearer, { id: proxy.latest.id })).status).toBe(200);
    expect(await nextPolls()).toEqual([{ due: true }]);
  });

  test('a failure that is reported and polled at once is refunded once', async () => {
    await imagine();
    const path = hookOfUpstream();
    Object.assign(proxy.latest, { status: 'FAILURE', progress: '100%', failReason: 'no' });
    await Promise.all([report(path), poll(gateway), report(path), poll(gateway)]);
    await poll(gateway);
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ status: 'FAILURE', settlement: 'refunded' }]);
    expect(await gateway.quota()).toBe(10 * USD);
    const [refunds] = await gateway.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM ledger_entries WHERE kind = 'refund'`,
    );
    // One here, one in an earlier test of this file.
    expect(refunds!.n).toBe(2);
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
