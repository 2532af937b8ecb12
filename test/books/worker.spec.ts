import type { INestApplicationContext } from '@nestjs/common';
import { getQueueToken } from '@nestjs/bullmq';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { WorkerModule } from '../../worker/worker.module.js';
import { InstallSchedules } from '../../worker/install-schedules.js';
import { Schedules, SCHEDULES_QUEUE } from '../../worker/schedules.js';
import { charge, LedgerHarness, holdFor, type Process } from '../billing/ledger/ledger-harness.js';
import { until } from '../setup/until.js';
import { freshWorld } from '../setup/fresh-databases.js';

let gateway: LedgerHarness;
let server: Process;
let worker: INestApplicationContext;

beforeAll(async () => {
  await freshWorld();
  gateway = await LedgerHarness.open();
  process.env.TOLLGATE_SECRET = 'a secret of the tests';
  process.env.TOLLGATE_DATA_DIR = gateway.directory;
  server = await gateway.process();
  worker = await NestFactory.createApplicationContext(WorkerModule, { logger: ['error', 'warn'] });
});

afterAll(async () => {
  await worker.close();
  await gateway.close();
});

test('a worker posts what servers settle', async () => {
  const user = await gateway.user(100);
  await server.gate.settle(await server.gate.reserve(holdFor(user, 10)), charge(30));
  await until(async () => (await gateway.quotaOf(user)) === 70);
});

test('every schedule of the table is installed once, also after Redis lost them', async () => {
  const queue = worker.get<Queue>(getQueueToken(SCHEDULES_QUEUE));
  const { table } = worker.get(Schedules);
  const installed = async () =>
    (await queue.getJobSchedulers()).map(({ key, every }) => `${key} ${every}`).sort();
  const expected = table.map(({ name, everySeconds }) => `${name} ${everySeconds * 1000}`).sort();
  await until(async () => (await installed()).length === expected.length);
  expect(await installed()).toEqual(expected);
  await queue.upsertJobScheduler('of an earlier release', { every: 1000 }, { name: 'gone' });
  await server.redis.flushdb();
  worker.get(InstallSchedules).look();
  await until(async () => (await installed()).join() === expected.join());
});

test('what is scheduled is done', async () => {
  const queue = worker.get<Queue>(getQueueToken(SCHEDULES_QUEUE));
  const done = async () => (await queue.getCompleted()).map(({ name }) => name);
  await until(async () => new Set(await done()).size === worker.get(Schedules).table.length);
  expect(await queue.getFailedCount()).toBe(0);
});

test('a schedule that takes minutes does not keep the others waiting', async () => {
  const queue = worker.get<Queue>(getQueueToken(SCHEDULES_QUEUE));
  const audit = worker.get(Schedules).table.find(({ name }) => name === 'alerts.audit-ledger')!;
  let finish = (): void => undefined;
  let isRunning = false;
  audit.run = () => {
    isRunning = true;
    return new Promise((resolve) => (finish = () => resolve(undefined)));
  };
  try {
    await queue.add(audit.name, {});
    await until(() => isRunning);
    const sweep = await queue.add('ledger.sweep-holds', {});
    await until(async () => (await sweep.getState()) === 'completed');
  } finally {
    finish();
  }
});
