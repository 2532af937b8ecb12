import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { EventBus } from '../../server/core/redis/events.js';
import { RedisConnections } from '../../server/core/redis/connections.js';
import { connectRedis, ready } from '../../server/core/redis/redis.js';
import { databaseOptions } from '../../server/database/options.js';
import { RedisServer } from '../billing/ledger/redis-server.js';
import { Management, type Visitor } from '../setup/management.js';
import { TcpPath } from '../setup/tcp-path.js';
import { until } from '../setup/until.js';

describe('a connection to Redis', () => {
  let path: TcpPath;
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start();
    path = await TcpPath.to(server.url);
  });
  afterAll(async () => {
    await path?.close();
    await server?.remove();
  });

  function opened(): Redis {
    const redis = connectRedis(path.url);
    redis.on('error', () => undefined);
    return redis;
  }

  test('on which commands get no answer any more is replaced within 10 s', async () => {
    const redis = opened();
    await ready(redis);
    path.cutExisting();
    const began = performance.now();
    await until(() =>
      Promise.race([redis.ping().then(() => true), sleep(500).then(() => false)]).catch(() => false),
    );
    expect(performance.now() - began).toBeLessThan(10_000);
    redis.disconnect();
  });

  test('is not replaced while it is idle, or while a slow Redis still answers', async () => {
    const redis = opened();
    await ready(redis);
    let closed = 0;
    redis.on('close', () => (closed += 1));
    await sleep(6500);
    // Four seconds without any answer.
    server.freeze();
    const answer = redis.ping();
    await sleep(4000);
    server.thaw();
    expect(await answer).toBe('PONG');
    expect(closed).toBe(0);
    redis.disconnect();
  });

  test('that only listens is replaced too, so that no event is missed for long', async () => {
    const connections = new RedisConnections(path.url, '');
    await Promise.all([ready(connections.commands), ready(connections.subscriber)]);
    const bus = new EventBus(connections.commands, connections.subscriber);
    await bus.start();
    let lost = 0;
    bus.onConnection('lost', () => (lost += 1));
    path.cutExisting();
    const renewal = setInterval(() => void connections.check(), 1000);
    await until(() => lost > 0 && bus.connected);
    clearInterval(renewal);
    connections.commands.disconnect();
    connections.subscriber.disconnect();
  });
});

describe('a pooled connection to Postgres', () => {
  let gateway: Management;
  let root: Visitor;
  let path: TcpPath;
  let admin: pg.Client;
  let name: string;

  beforeAll(async () => {
    gateway = await Management.start();
    root = await gateway.root();
    path = await TcpPath.to(process.env.DATABASE_URL!);
    admin = new pg.Client(process.env.DATABASE_URL);
    await admin.connect();
    const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
    name = rows[0]!.name;
  });
  afterAll(async () => {
    await admin?.end();
    await gateway?.close();
    await path?.close();
  });

  /** As a balancer does that leads to a standby: sessions that begin while it lasts can write nothing, later ones can. */
  async function readOnly(on: boolean): Promise<void> {
    await admin.query('SET default_transaction_read_only = off');
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${on ? 'on' : 'off'}`);
  }

  test('to a server that accepts no writes is replaced: 503, and everything works as soon as it does again', async () => {
    const write = () => root.put('/api/option/', { key: 'Notice', value: `notice ${Math.random()}` });
    await readOnly(true);
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
    // Many at once, so that the pool is full of such connections.
    const refused = await Promise.all(Array.from({ length: 12 }, write));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    const reads = await Promise.all(Array.from({ length: 12 }, () => root.get('/api/user/')));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    await readOnly(false);
    // One may meet what is left of the time before, and nothing after it.
    await write();
    const after = await Promise.all(Array.from({ length: 12 }, write));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  });

  test('on which nothing arrives any more is replaced, with all others that were open then', async () => {
    const source = await new DataSource(databaseOptions(path.url, { statementTimeoutMs: 1000 })).initialize();
    await Promise.all(Array.from({ length: 5 }, () => source.query('SELECT pg_sleep(0.2)')));
    path.cutExisting();
    await expect(source.query('SELECT 1')).rejects.toThrow('Query read timeout');
    const began = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => source.query('SELECT 1')));
    expect(performance.now() - began).toBeLessThan(5000);
    await source.destroy();
  });

  test('whose process vanished within a transaction keeps rows locked for a minute at most', async () => {
    const source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
    expect(await source.query('SHOW idle_in_transaction_session_timeout')).toEqual([
      { idle_in_transaction_session_timeout: '1min' },
    ]);
    await source.destroy();
  });
});
