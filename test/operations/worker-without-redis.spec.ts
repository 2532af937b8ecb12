import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { RedisServer } from '../billing/ledger/redis-server.js';
import { TcpPath } from '../setup/tcp-path.js';
import { until } from '../setup/until.js';

/** As long as orchestrators wait at least before they kill. */
const STOP_MS = 15_000;
const OUTAGE_MS = 8000;

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
});
afterAll(() => gateway?.close());

/** Starts a worker on this Redis, whose name is not known to it yet. */
function started(redisUrl: string): Program {
  const worker = new Program('worker/main.js', { ...gateway.environment, REDIS_URL: redisUrl });
  worker.start();
  return worker;
}

/** Stops a worker by SIGTERM. Its log must be short and consist of JSON lines, but for those of the start. */
async function expectStops(worker: Program, ofStart: string[] = []): Promise<void> {
  const began = performance.now();
  expect(await worker.end('SIGTERM')).toBe(0);
  expect(performance.now() - began).toBeLessThan(STOP_MS);
  const lines = worker.output.trim().split('\n');
  const others = lines.filter((line) => !line.startsWith('{'));
  expect(others).toEqual(ofStart);
  expect(lines.length).toBeLessThan(40);
}

test('a worker that cannot reach Redis from the start waits for it with few lines, and stops when it is asked to', async () => {
  const redis = await RedisServer.start();
  const { url } = redis;
  await redis.kill();
  const worker = started(url);
  await until(
    () => worker.output.includes('worker started'),
    () => worker.output,
  );
  await sleep(OUTAGE_MS);
  await expectStops(worker, [expect.stringMatching(/^tollgate: REDIS_URL: nothing accepts connections/)]);
  await redis.remove();
});

test('a worker whose Redis went away stops when it is asked to', async () => {
  const redis = await RedisServer.start();
  const worker = started(redis.url);
  await until(
    () => worker.output.includes('worker started'),
    () => worker.output,
  );
  await redis.kill();
  await sleep(OUTAGE_MS);
  await expectStops(worker);
  await redis.remove();
});

test('a worker whose connections to Redis went dark goes on with new ones', async () => {
  const path = await TcpPath.to(gateway.environment.REDIS_URL!);
  await gateway.worker.end('SIGTERM');
  const worker = started(path.url);
  const schedules = async () => Number(await gateway.redis.zcard('tollgate:queue:schedules:completed'));
  await until(
    async () => (await schedules()) > 0,
    () => worker.output,
  );
  path.cutExisting();
  const before = await gateway.redis.zrange('tollgate:queue:schedules:completed', '-1', '-1');
  await sleep(1000);
  const began = performance.now();
  await until(
    async () =>
      (await gateway.redis.zrange('tollgate:queue:schedules:completed', '-1', '-1'))[0] !== before[0],
    () => worker.output,
  );
  expect(performance.now() - began).toBeLessThan(45_000);
  await expectStops(worker);
  await path.close();
});
