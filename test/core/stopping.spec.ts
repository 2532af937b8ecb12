import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import { AppModule } from '../../server/app.module.js';
import { createApp } from '../../server/app.js';
import { Drain } from '../../server/core/drain.js';
import { Requires } from '../../server/core/http/access/requires.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { until } from '../setup/until.js';
import { freshWorld } from '../setup/fresh-databases.js';

let release: () => void;

@Controller('api/probe')
class ProbeController {
  @Get('slow')
  @Requires('public')
  async slow(): Promise<string> {
    await new Promise<void>((resolve) => (release = resolve));
    return 'to the end';
  }
}

@Module({ imports: [AppModule], controllers: [ProbeController] })
class ProbeModule {}

async function listening(): Promise<[NestFastifyApplication, string]> {
  const app = await createApp({ module: ProbeModule });
  await app.listen(0, '127.0.0.1');
  return [app, await app.getUrl()];
}

beforeAll(freshWorld);

test('a stopping server finishes what it answers, and accepts no connection meanwhile', async () => {
  const [app, url] = await listening();
  const answer = fetch(`${url}/api/probe/slow`);
  await until(() => app.get(Drain).inFlight > 0);
  const closed = app.close();
  await until(() => app.get(Drain).draining);
  // Who asks now is to find another process: a connection that is refused can be tried elsewhere, a 503 cannot.
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
  release();
  expect(await (await answer).json()).toEqual({ success: true, message: '', data: 'to the end' });
  await closed;
  await expect(fetch(url)).rejects.toThrow();
});

test('a server that was asked to stop serves on until its delay is over, but is not ready, and keeps no connection', async () => {
  const [app, url] = await listening();
  // The ledger joins after the start.
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  app.get(Drain).announce();
  for (const path of ['/readyz', '/api/health/ready']) expect((await fetch(url + path)).status).toBe(503);
  for (const path of ['/livez', '/healthz', '/api/health/live', '/api/status']) {
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  }
  const relayed = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: '{}' });
  // Refused for want of a key, as ever, and not for stopping.
  expect([relayed.status, relayed.headers.get('connection')]).toEqual([401, 'close']);
  await app.close();
});

test('what takes longer than the drain limit is cut off', async () => {
  process.env.DRAIN_TIMEOUT = '1';
  const [app, url] = await listening();
  delete process.env.DRAIN_TIMEOUT;
  const answer = fetch(`${url}/api/probe/slow`).then(
    () => 'answered',
    () => 'cut off',
  );
  await until(() => app.get(Drain).inFlight > 0);
  const start = performance.now();
  await app.close();
  expect(await answer).toBe('cut off');
  expect(performance.now() - start).toBeGreaterThan(900);
});

test('clients that leave are not waited for', async () => {
  const [app, url] = await listening();
  const leaving = new AbortController();
  const answer = fetch(`${url}/api/probe/slow`, { signal: leaving.signal }).catch(() => 'left');
  await until(() => app.get(Drain).inFlight > 0);
  leaving.abort();
  expect(await answer).toBe('left');
  await until(() => app.get(Drain).inFlight === 0);
  await app.close();
});

test('periodic work continues while requests finish, and ends before the services close', async () => {
  const [app, url] = await listening();
  const [other] = await listening();
  const intervals = app.get(SchedulerRegistry);
  const names = [
    'billing.unread-usage',
    'channels.key-references',
    'channels.reload',
    'core.clock',
    'import.runs',
    'ledger.lease',
    'ledger.spool',
    'options.reread',
    'redis.check',
    'relay.check-access',
    'relay.report-produced',
    'statistics.requests',
  ];
  expect(intervals.getIntervals().toSorted()).toEqual(names);
  const answer = fetch(`${url}/api/probe/slow`);
  await until(() => app.get(Drain).inFlight > 0);
  const closed = app.close();
  await until(() => app.get(Drain).draining);
  // A request in flight loses its hold when the lease is not renewed.
  expect(intervals.getIntervals().toSorted()).toEqual(names);
  release();
  await answer;
  await closed;
  expect(intervals.getIntervals()).toEqual([]);
  // Another application of the same process keeps its own.
  expect(other.get(SchedulerRegistry).getIntervals().toSorted()).toEqual(names);
  await other.close();
});

test('a worker has its periodic work, and ends it', async () => {
  const worker = await NestFactory.createApplicationContext(WorkerModule, { logger: ['error'] });
  const intervals = worker.get(SchedulerRegistry);
  expect(intervals.getIntervals()).toEqual(
    expect.arrayContaining([
      'channels.key-references',
      'channels.reload',
      'core.clock',
      'ledger.lease',
      'options.reread',
      'schedules.install',
    ]),
  );
  await worker.close();
  expect(intervals.getIntervals()).toEqual([]);
});
