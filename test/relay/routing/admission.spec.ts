import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoutableChannel } from '../../../server/channels/channel-registry.js';
import { connectRedis, ready } from '../../../server/core/redis/redis.js';
import { REDIS } from '../../../server/core/injection.js';
import { Admission, type Admitted } from '../../../server/relay/routing/admission.js';
import { RedisServer } from '../../billing/ledger/redis-server.js';
import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

const LEASE_MS = 300;
/** Longer than this process may stand still between two renewals. */
const LONG_LEASE_MS = 5000;
const MODEL = 'gpt-4o-realtime-preview';
let gateway: Gateway;
let redis: Redis;

beforeAll(async () => {
  gateway = await Gateway.start();
  redis = gateway.app.get<Redis>(REDIS);
});

afterAll(() => gateway?.close());

describe('a slot', () => {
  const problems: unknown[] = [];
  const made: Admission[] = [];
  let channels = 900_000;
  const admission = (leaseMs = LEASE_MS, now?: () => number) => {
    const one = new Admission(redis, leaseMs, (problem) => problems.push(problem), now);
    made.push(one);
    return one;
  };
  const channel = (limits: object, keyLimits?: object) =>
    ({ id: ++channels, setting: { limits, keyLimits } }) as unknown as RoutableChannel;
  const enter = (by: Admission, name: string, at: RoutableChannel) => by.enter(name, at, 0, 0);
  const running = ({ id }: RoutableChannel) => `tollgate:admission:running:${id}`;
  const heldUntil = async (name: string, at: RoutableChannel) =>
    Number(await redis.zscore(running(at), name));
  async function renewed(name: string, at: RoutableChannel): Promise<void> {
    const before = await heldUntil(name, at);
    await until(async () => (await heldUntil(name, at)) > before);
  }

  afterEach(() => {
    for (const one of made) one.stop();
    expect(problems).toEqual([]);
  });

  test('is held as long as its request is in work, however long that is', async () => {
    const here = admission(LONG_LEASE_MS);
    const elsewhere = admission(LONG_LEASE_MS);
    const only = channel({ concurrency: 1 }, { concurrency: 1 });
    const admitted = await enter(here, 'long', only);
    expect(admitted).toMatchObject({ requestId: 'long' });
    for (let renewals = 0; renewals < 2; renewals += 1) {
      await renewed('long', only);
      expect(await enter(elsewhere, 'other', only)).toEqual({ waitMs: 1000, ofKey: false });
    }
    here.leave(admitted as Admitted, 0, 0);
    await until(async () => (await redis.zcard(running(only))) === 0);
    expect(await enter(elsewhere, 'other', only)).toMatchObject({ requestId: 'other' });
  });

  test('of a process that died is free when its lease is over', async () => {
    const [died, next] = [admission(), admission()];
    const only = channel({ concurrency: 1 });
    // Both at once: between them no time passes in which the lease could end.
    const [, full] = await Promise.all([enter(died, 'lost', only), enter(next, 'next', only)]);
    expect(full).toEqual({ waitMs: 1000, ofKey: false });
    died.stop();
    await until(async () => (await heldUntil('lost', only)) === 0);
    expect(await enter(next, 'next', only)).toMatchObject({ requestId: 'next' });
  });

  test('that was given back is not taken again', async () => {
    const here = admission();
    const only = channel({ concurrency: 1 });
    for (let turn = 0; turn < 4; turn++) {
      const admitted = await enter(here, `turn ${turn}`, only);
      expect(admitted).toMatchObject({ requestId: `turn ${turn}` });
      await renewed(`turn ${turn}`, only);
      here.leave(admitted as Admitted, 0, 0);
      await until(async () => (await redis.zcard(running(only))) === 0);
    }
    await sleep(LEASE_MS);
    expect(await redis.zcard(running(only))).toBe(0);
  });

  test('that nobody ever gives back is not renewed for ever', async () => {
    let now = Date.now();
    const here = admission(LEASE_MS, () => now);
    const only = channel({ concurrency: 1 });
    await enter(here, 'forgotten', only);
    await renewed('forgotten', only);
    now += 3 * 3_600_000;
    await until(async () => (await heldUntil('forgotten', only)) === 0);
    expect(await enter(admission(), 'next', only)).toMatchObject({ requestId: 'next' });
  });

  test('that Redis granted without a response in time is released', async () => {
    const slow = await RedisServer.start();
    const own = connectRedis(slow.url);
    await ready(own);
    const reports: unknown[] = [];
    const here = new Admission(own, 600_000, (problem) => reports.push(problem));
    const only = channel({ concurrency: 1, requestsPerMinute: 100 });
    try {
      await enter(here, 'heard', channel({ concurrency: 1 }));
      slow.freeze();
      // Nobody is turned away because Redis is.
      expect(await enter(here, 'unheard', only)).toBeUndefined();
      slow.thaw();
      const admissionKeys = `tollgate:admission:requests:${only.id}:*`;
      await until(async () => (await own.keys(admissionKeys)).length > 0);
      await until(async () => (await own.zcard(running(only))) === 0);
      expect(await enter(here, 'next', only)).toMatchObject({ requestId: 'next' });
      expect(reports).toHaveLength(1);
    } finally {
      here.stop();
      own.disconnect();
      await slow.remove();
    }
  });

  test('that Redis could not take back at once is taken back later', async () => {
    const slow = await RedisServer.start();
    const own = connectRedis(slow.url);
    own.on('error', () => undefined);
    const onlooker = connectRedis(slow.url);
    await Promise.all([ready(own), ready(onlooker)]);
    const reports: unknown[] = [];
    const here = new Admission(own, 600_000, (problem) => reports.push(problem));
    const only = channel({ concurrency: 1 });
    try {
      const admitted = await enter(here, 'long', only);
      own.disconnect(true);
      here.leave(admitted as Admitted, 0, 0);
      await until(() => reports.length > 0);
      await until(async () => (await onlooker.zcard(running(only))) === 0);
    } finally {
      here.stop();
      own.disconnect();
      onlooker.disconnect();
      await slow.remove();
    }
  });

  test('costs nothing where requests at a time are not limited', async () => {
    const here = admission();
    const many = channel({ requestsPerMinute: 100 });
    await enter(here, 'one', many);
    expect(await redis.exists(running(many))).toBe(0);
  });
});

describe('a realtime session at a channel for one', () => {
  let upstream: RealtimeUpstream;
  let key: string;

  beforeAll(async () => {
    upstream = await RealtimeUpstream.start();
    key = await gateway.addToken();
    const setting = JSON.stringify({ limits: { concurrency: 1 } });
    await gateway.addChannel({ base_url: upstream.url, models: MODEL, setting });
    await gateway.option('RetryTimes', '0');
  });

  afterAll(() => upstream?.close());

  const open = () => RealtimeClient.withHeader(gateway.url, key, MODEL).opened();
  /** A place that was given back is free in a moment. */
  async function admitted(): Promise<RealtimeClient> {
    let client: RealtimeClient | undefined;
    await until(async () => {
      client = await open();
      const first = await client.event(['session.created', 'error']);
      if (first.type === 'session.created') return true;
      expect(first.error?.code).toBe('channels_full');
      await client.closed;
      return false;
    });
    return client!;
  }
  async function expectRejected(): Promise<void> {
    const client = await open();
    expect(await client.event('error')).toMatchObject({ error: { code: 'channels_full' } });
    await client.closed;
  }

  test('keeps others out until it is closed, whoever closes it', async () => {
    const first = await admitted();
    await expectRejected();
    await first.turn();
    await expectRejected();
    await first.close();
    const second = await admitted();
    await expectRejected();
    upstream.last.socket.close(1000);
    await second.closed;
    await (await admitted()).close();
  });

  test('gives its place back when the provider turns it away', async () => {
    upstream.rejections.push({ type: 'invalid_request_error', code: 'no', message: 'no' });
    await until(async () => {
      const refused = await open();
      await refused.closed;
      return refused.events[0]?.error?.code !== 'channels_full';
    });
    expect(upstream.rejections).toEqual([]);
    await (await admitted()).close();
  });
});
