import { Controller, Get, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../server/app.module.js';
import { createApp } from '../../server/app.js';
import { Drain } from '../../server/core/drain.js';
import { Requires } from '../../server/core/http/requires.js';
import { until } from '../setup/patience.js';
import { freshWorld } from '../setup/world.js';

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

test('a stopping server finishes what it answers, and readiness is off meanwhile', async () => {
  const [app, url] = await listening();
  const answer = fetch(`${url}/api/probe/slow`);
  await until(() => app.get(Drain).inFlight > 0);
  const closed = app.close();
  await until(() => app.get(Drain).draining);
  const ready = await fetch(`${url}/api/health/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('connection')).toBe('close');
  expect((await fetch(`${url}/api/health/live`)).status).toBe(200);
  const relayed = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: '{}' });
  expect(relayed.status).toBe(503);
  expect(relayed.headers.get('connection')).toBe('close');
  expect(relayed.headers.get('retry-after')).toBe('1');
  release();
  expect(await (await answer).json()).toEqual({ success: true, message: '', data: 'to the end' });
  await closed;
  await expect(fetch(url)).rejects.toThrow();
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
