import { jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoutableChannel } from '../../server/channels/channel-directory.js';
import { connectRedis, ready } from '../../server/core/redis/redis.js';
import { REDIS } from '../../server/core/injection.js';
import { Admission, type Admitted } from '../../server/relay/routing/admission.js';
import { RedisServer } from '../billing/ledger/redis-server.js';
import { RealtimeClient } from '../doubles/realtime-client.js';
import { RealtimeUpstream } from '../doubles/realtime-upstream.js';
import { Gateway } from '../setup/gateway.js';

const LEASE_MS = 300;
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
  const admission = () => {
    const one = new Admission(redis, LEASE_MS, (problem) => problems.push(problem));
    made.push(one);
    return one;
  };
  const channel = (limits: object, keyLimits?: object) =>
    ({ id: ++channels, setting: { limits, keyLimits } }) as unknown as RoutableChannel;
  const enter = (by: Admission, name: string, at: RoutableChannel) => by.enter(name, at, 0, 0);

  afterEach(() => {
    for (const one of made) one.stop();
    expect(problems).toEqual([]);
  });

  test('is held as long as its request is in work, however long that is', async () => {
    const here = admission();
    const elsewhere = admission();
    const only = channel({ concurrency: 1 }, { concurrency: 1 });
    const admitted = await enter(here, 'long', only);
    expect(admitted).toMatchObject({ requestId: 'long' });
    for (let waited = 0; waited < 4 * LEASE_MS; waited += 150) {
      expect(await enter(elsewhere, 'other', only)).toEqual({ waitMs: 1000, ofKey: false });
      await sleep(150);
    }
    here.leave(admitted as Admitted, 0, 0);
    await sleep(50);
    expect(await enter(elsewhere, 'other', only)).toMatchObject({ requestId: 'other' });
  });

  test('of a process that died is free when its lease is over', async () => {
    const died = admission();
    const only = channel({ concurrency: 1 });
    await enter(died, 'lost', only);
    died.stop();
    expect(await enter(admission(), 'next', only)).toEqual({ waitMs: 1000, ofKey: false });
    await sleep(LEASE_MS + 50);
    expect(await enter(admission(), 'next', only)).toMatchObject({ requestId: 'next' });
  });

  test('that was given back is not taken again', async () => {
    const here = admission();
    const only = channel({ concurrency: 1 });
    for (let turn = 0; turn < 4; turn++) {
      const admitted = await enter(here, `turn ${turn}`, only);
      expect(admitted).toMatchObject({ requestId: `turn ${turn}` });
      await sleep(120);
      here.leave(admitted as Admitted, 0, 0);
    }
    await sleep(LEASE_MS);
    expect(await redis.zcard(`tollgate:admission:running:${only.id}`)).toBe(0);
  });

  test('that nobody ever gives back is not renewed for ever', async () => {
    const here = admission();
    const only = channel({ concurrency: 1 });
    await enter(here, 'forgotten', only);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 3 * 3_600_000);
    await sleep(2 * LEASE_MS);
    clock.mockRestore();
    expect(await enter(admission(), 'next', only)).toMatchObject({ requestId: 'next' });
  });

  test('that Redis gave without saying so is given back', async () => {
    const slow = await RedisServer.start();
    const own = connectRedis(slow.url);
    await ready(own);
    const told: unknown[] = [];
    const here = new Admission(own, 600_000, (problem) => told.push(problem));
    const only = channel({ concurrency: 1, requestsPerMinute: 100 });
    try {
      await enter(here, 'heard', channel({ concurrency: 1 }));
      slow.freeze();
      // Nobody is turned away because Redis is.
      expect(await enter(here, 'unheard', only)).toBeUndefined();
      slow.thaw();
      const heard = `tollgate:admission:requests:${only.id}:*`;
      while ((await own.keys(heard)).length === 0) await sleep(20);
      while (await own.zcard(`tollgate:admission:running:${only.id}`)) await sleep(20);
      expect(await enter(here, 'next', only)).toMatchObject({ requestId: 'next' });
      expect(told).toHaveLength(1);
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
    await ready(own);
    const told: unknown[] = [];
    const here = new Admission(own, 600_000, (problem) => told.push(problem));
    const only = channel({ concurrency: 1 });
    try {
      const admitted = await enter(here, 'long', only);
      own.disconnect(true);
      here.leave(admitted as Admitted, 0, 0);
      while (told.length === 0) await sleep(20);
      await ready(own);
      while (await own.zcard(`tollgate:admission:running:${only.id}`)) await sleep(20);
    } finally {
      here.stop();
      own.disconnect();
      await slow.remove();
    }
  });

  test('costs nothing where requests at a time are not limited', async () => {
    const here = admission();
    const many = channel({ requestsPerMinute: 100 });
    await enter(here, 'one', many);
    expect(await redis.exists(`tollgate:admission:running:${many.id}`)).toBe(0);
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
    for (;;) {
      const client = await open();
      const first = await client.event(['session.created', 'error']);
      if (first.type === 'session.created') return client;
      expect(first.error?.code).toBe('channels_full');
      await client.closed;
    }
  }
  async function turnedAway(): Promise<void> {
    const client = await open();
    expect(await client.event('error')).toMatchObject({ error: { code: 'channels_full' } });
    await client.closed;
  }

  test('keeps others out until it is closed, whoever closes it', async () => {
    const first = await admitted();
    await turnedAway();
    await first.turn();
    await turnedAway();
    await first.close();
    const second = await admitted();
    await turnedAway();
    upstream.last.socket.close(1000);
    await second.closed;
    await (await admitted()).close();
  });

  test('gives its place back when the vendor turns it away', async () => {
    upstream.turnedAway.push({ type: 'invalid_request_error', code: 'no', message: 'no' });
    let refused: RealtimeClient;
    do {
      refused = await open();
      await refused.closed;
    } while (refused.events[0]?.error?.code === 'channels_full');
    expect(upstream.turnedAway).toEqual([]);
    await (await admitted()).close();
  });
});
