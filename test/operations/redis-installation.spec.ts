import { Redis } from 'ioredis';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis } from '../../server/core/redis/redis.js';
import { RedisServer } from '../billing/ledger/redis-server.js';
import { criteria } from '../books/clients.js';
import { GatewayProcesses, type Member } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { expectHonestBooks } from '../books/verdict.js';
import { freshDatabase } from '../setup/fresh-databases.js';
import { until } from '../setup/until.js';

/** A program that starts although it should refuse to is killed after this time. */
const START_LIMIT_MS = 60_000;
const PROGRAMS = ['server/main.js', 'worker/main.js'];
const MARK = 'tollgate:installation';
const PLENTY = 100_000_000;

let gateway: GatewayProcesses;
let member: Member;
/** A second installation, with a database of its own. */
let other: Record<string, string>;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
  const { url } = await freshDatabase({ migrated: false });
  other = { ...gateway.environment, PORT: '0', DATABASE_URL: url };
  const migration = new Program('server/database/migrate.js', other);
  expect(await migration.run()).toBe(0);
  member = await gateway.member(PLENTY, 1);
});
afterAll(() => gateway?.close());

/** Starts a program of the second installation on a Redis. @returns its exit code and the lines it printed */
async function startedOn(script: string, redisUrl: string): Promise<[number | string, string[]]> {
  const program = new Program(script, { ...other, REDIS_URL: redisUrl });
  const late = setTimeout(() => void program.end('SIGKILL'), START_LIMIT_MS);
  const code = await program.run();
  clearTimeout(late);
  return [code, program.output.trim().split('\n')];
}

function refused(reason: string | RegExp) {
  return [1, [expect.stringMatching(reason)]];
}

/** The address of a Redis for a user, or with a database number. */
function address(url: string, change: { username?: string; password?: string; database?: number }): string {
  const changed = new URL(url);
  if (change.username !== undefined) changed.username = change.username;
  if (change.password !== undefined) changed.password = change.password;
  if (change.database !== undefined) changed.pathname = `/${change.database}`;
  return changed.href;
}

async function readiness(): Promise<{ status: number; cause?: string; message: string }> {
  const response = await fetch(`${gateway.url}/readyz`);
  const body = (await response.json()) as { message: string; params?: { cause: string } };
  return { status: response.status, cause: body.params?.cause, message: body.message };
}

async function asked(): Promise<number | undefined> {
  return (await gateway.clients.ask(member.keys[0]!, criteria.json)).status;
}

describe.each(PROGRAMS)('%s does not start, and says why in one line, on', (script) => {
  test('the Redis of another installation', async () => {
    expect(await startedOn(script, gateway.environment.REDIS_URL!)).toEqual(
      refused(/^tollgate: Redis \(REDIS_URL\) belongs to another installation.* of its own \(or empty/),
    );
  });
});

// The worker checks its connections by the same function.
describe('the server does not start, and says why in one line, on', () => {
  const script = 'server/main.js';

  test('a database number that Redis does not have, instead of working in database 0', async () => {
    const redis = await RedisServer.start();
    try {
      expect(await startedOn(script, address(redis.url, { database: 20 }))).toEqual(
        refused(/^tollgate: Redis \(REDIS_URL\) has no database 20 for this user \(ERR DB index/),
      );
    } finally {
      await redis.remove();
    }
  });

  test('a replica', async () => {
    const [primary, replica] = [await RedisServer.start(), await RedisServer.start()];
    const admin = new Redis(replica.url);
    try {
      await admin.replicaof('127.0.0.1', new URL(primary.url).port);
      expect(await startedOn(script, replica.url)).toEqual(
        refused(/^tollgate: Redis \(REDIS_URL\) is a replica.*set REDIS_URL to the address of the primary$/),
      );
    } finally {
      admin.disconnect();
      await Promise.all([primary.remove(), replica.remove()]);
    }
  });

  test.each([
    { missing: 'scripts', rights: ['~*', '&*', '+@all', '-@scripting'], says: /lacks a right.*'eval/ },
    { missing: 'INFO', rights: ['~*', '&*', '+@all', '-info'], says: /lacks a right.*'info'/ },
    {
      missing: 'one command',
      rights: ['~*', '&*', '+@all', '-xadd'],
      says: /may not use the commands xadd,/,
    },
    { missing: 'the channel', rights: ['~*', 'resetchannels', '+@all'], says: /publish, subscribe,/ },
    { missing: 'the keys', rights: ['~else:*', '&*', '+@all'], says: /on tollgate:\*/ },
    { missing: 'SELECT', rights: ['~*', '&*', '+@all', '-select'], says: /no database 3 for this user/ },
    { missing: 'the right password', rights: [], says: /refuses the user or its password \(WRONGPASS/ },
  ])('a Redis whose user lacks $missing', async ({ missing, rights, says }) => {
    const username = `of${missing.replaceAll(' ', '')}`;
    if (rights.length > 0) await gateway.redis.call('ACL', 'SETUSER', username, 'on', '>secret', ...rights);
    const url = address(gateway.environment.REDIS_URL!, { username, password: 'secret', database: 3 });
    expect(await startedOn(script, url)).toEqual(refused(says));
  });
});

test('of two installations that find a new Redis at the same time one gets it', async () => {
  const redis = await RedisServer.start();
  const connections = ['one', 'two', 'three', 'four'].map((installation) =>
    connectRedis(redis.url, { installation }),
  );
  const refusals: string[] = [];
  for (const one of connections) one.on('error', (error) => refusals.push(error.name));
  try {
    await until(() => new Set(refusals).has('RedisRefused'));
    await sleep(300);
    expect(connections.filter(({ status }) => status === 'ready')).toHaveLength(1);
  } finally {
    for (const one of connections) one.disconnect();
    await redis.remove();
  }
});

describe('a running server', () => {
  const own = async () => (await gateway.redis.get(MARK))!;

  afterEach(() => expectHonestBooks(gateway));

  test('stops serving when it is connected to the Redis of another installation, and goes on when it is its own again', async () => {
    expect(await asked()).toBe(200);
    const mark = await own();
    await gateway.redis.set(MARK, '1:another');
    await gateway.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until(async () => (await readiness()).cause === 'redis_refused');
    expect(await readiness()).toMatchObject({
      status: 503,
      message: expect.stringContaining('belongs to another installation'),
    });
    expect(await asked()).toBe(503);
    await gateway.redis.set(MARK, mark);
    await until(async () => (await readiness()).status === 200);
    expect(await asked()).toBe(200);
  });

  test('charges nothing in a Redis that was emptied and taken by another installation while it was connected', async () => {
    const mark = await own();
    await gateway.quiet();
    await gateway.redis.multi().flushdb().set(MARK, '1:another').exec();
    expect(await asked()).toBe(503);
    expect(await gateway.redis.keys('tollgate:holds:*')).toEqual([]);
    await gateway.redis.set(MARK, mark);
    await until(async () => (await asked()) === 200);
    await gateway.signIn();
  });

  test('joins a Redis that was emptied, and marks it', async () => {
    const mark = await own();
    await gateway.quiet();
    await gateway.redis.flushall();
    expect(await asked()).toBe(200);
    expect(await own()).toBe(mark);
    await gateway.signIn();
  });

  test('stops serving when Redis begins to evict keys, and goes on when it no longer does', async () => {
    await gateway.redis.config('SET', 'maxmemory', '512mb', 'maxmemory-policy', 'allkeys-lru');
    await until(async () => (await readiness()).cause === 'redis_refused');
    expect(await asked()).toBe(503);
    expect((await readiness()).message).toContain('set maxmemory-policy to noeviction');
    expect(gateway.server.output.match(/command connection not used: Redis .*evicts keys/g)).toHaveLength(1);
    await gateway.redis.config('SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
    await until(async () => (await readiness()).status === 200);
    expect(await asked()).toBe(200);
  });

  test('stops serving when its user loses a right', async () => {
    await gateway.redis.call('ACL', 'SETUSER', 'default', '-xadd');
    await until(async () => (await readiness()).cause === 'redis_refused');
    expect((await readiness()).message).toContain('may not use the commands xadd,');
    expect(await asked()).toBe(503);
    await gateway.redis.call('ACL', 'SETUSER', 'default', '+@all');
    await until(async () => (await readiness()).status === 200);
    await until(async () => (await asked()) === 200);
  });

  test('works with the rights that the documentation names', async () => {
    const [, rights] = /user tollgate on >password ([^`]+)/.exec(readFileSync('docs/operations.md', 'utf8'))!;
    await gateway.redis.call('ACL', 'SETUSER', 'documented', 'on', '>password', ...rights!.split(' '));
    const url = address(gateway.environment.REDIS_URL!, { username: 'documented', password: 'password' });
    const environment = { ...gateway.environment, REDIS_URL: url };
    const worker = new Program('worker/main.js', environment);
    const server = new Program('server/main.js', environment);
    await Promise.all([gateway.server.end('SIGTERM'), gateway.worker.end('SIGTERM')]);
    try {
      worker.start();
      server.start();
      await until(
        async () => (await gateway.readiness()) === 200,
        () => server.output,
      );
      expect(await asked()).toBe(200);
      await gateway.quiet();
      expect(server.output + worker.output).not.toContain('NOPERM');
    } finally {
      await Promise.all([server.end('SIGTERM'), worker.end('SIGTERM')]);
      gateway.server.start();
      gateway.worker.start();
      await gateway.answering();
    }
  });
});
