import { QUEUE_PREFIX, QUEUES } from '../../server/core/queues.js';
import { TABLES } from '../../server/tasks/engine/task-table.js';
import { PRICES, startKinds, type KindOfTask, type Kinds } from '../tasks/task-kinds.js';
import { until } from '../setup/until.js';
import { GatewayProcesses, type Member } from './gateway-processes.js';
import { RowLock } from './row-lock.js';

/** Quota units of one US dollar. */
const USD = 500_000;
const BALANCE = 10 * USD;

let gateway: GatewayProcesses;
let all: Kinds;

beforeAll(async () => {
  all = await startKinds();
  gateway = await GatewayProcesses.open();
  const prices = { key: 'ModelPrice', value: JSON.stringify(PRICES) };
  expect(await (await gateway.call('PUT', '/api/option/', prices)).json()).toMatchObject({ success: true });
  for (const { name, channel, upstream, root } of all.kinds) {
    const fields = { ...channel, name, group: 'default', base_url: upstream.url + root };
    const response = await gateway.call('POST', '/api/channel/', fields);
    expect(await response.json()).toMatchObject({ success: true });
  }
});
afterAll(async () => {
  await gateway?.close();
  await all?.close();
});
beforeEach(() => all.reset());

/** A running task of each kind, each of a member of its own. */
interface Running {
  readonly kind: KindOfTask;
  readonly table: string;
  /** Quota units. */
  readonly price: number;
  readonly member: Member;
}

/** Transactions of the gateway are held at a known point by locks of the test; then their process is killed. */
describe('drawings, songs and videos', () => {
  let running: Running[];
  beforeEach(async () => {
    running = [];
    for (const name of ['drawing', 'song', 'video'] as const) {
      const kind = all.kinds.find((one) => one.name === name)!;
      const member = await gateway.member(BALANCE);
      running.push({ kind, table: TABLES[kind.table].name, price: Math.round(kind.usd * USD), member });
    }
  });
  const each = <T>(act: (one: Running) => Promise<T>): Promise<T[]> => Promise.all(running.map(act));

  test('the server is killed between the acceptance and the commit of the charge: the task fails and is free', async () => {
    const locks = await each(lockUser);
    const submitted = each((one) => submit(one).catch(() => undefined));
    for (const lock of locks) await lock.blocks();
    expect(running.map(({ kind }) => kind.upstream.submissions)).toEqual([1, 1, 1]);
    await gateway.server.end('SIGKILL');
    await submitted;
    for (const lock of locks) await lock.release();
    gateway.server.start();
    await gateway.answering();
    for (const { table, member } of running) {
      expect(await task({ table, member })).toMatchObject({ status: 'NOT_START', upstream_id: '' });
      await gateway.sql(`UPDATE ${table} SET deadline_at = now() WHERE user_id = $1`, [member.id]);
    }
    await each((one) => expectEnd(one, { status: 'FAILURE', settlement: 'none', charged: [], refunded: [] }));
    await expectBalancedLedger();
  });

  test.each([
    ['FAILURE', 'failed', 'refunded'],
    ['SUCCESS', 'done', 'charged'],
  ] as const)(
    'the worker is killed between the answer %s and the change of the state: another one ends the task',
    async (status, state, settlement) => {
      await each(submit);
      const polls = running.map(({ kind }) => {
        kind.end(state);
        return new HeldPolls(kind);
      });
      await each(due);
      for (const poll of polls) await poll.arrived();
      // The tasks are leased, and their states are being asked for.
      const locks = await each(lockTask);
      for (const poll of polls) poll.release();
      for (const lock of locks) await lock.blocks();
      await gateway.worker.end('SIGKILL');
      for (const lock of locks) await lock.release();
      for (const one of running) {
        const left = await task(one);
        expect(left).toMatchObject({ settlement: 'charged' });
        expect(left.status).not.toBe(status);
      }
      await otherWorker();
      await each(due);
      await each((one) =>
        expectEnd(one, {
          status,
          settlement,
          charged: [one.price],
          refunded: state === 'failed' ? [one.price] : [],
        }),
      );
      await expectBalancedLedger();
    },
  );

  test('the worker is killed inside the transaction of a refund: the refund is made once', async () => {
    await each(submit);
    for (const { kind } of running) kind.end('failed');
    const locks = await each(lockUser);
    await each(due);
    for (const lock of locks) await lock.blocks();
    // The state is changed already, but only within the transaction.
    for (const { table, member } of running)
      expect(
        await gateway.sql(`SELECT id FROM ${table} WHERE user_id = $1 FOR UPDATE SKIP LOCKED`, [member.id]),
      ).toEqual([]);
    await gateway.worker.end('SIGKILL');
    for (const lock of locks) await lock.release();
    for (const one of running) expect(await task(one)).toMatchObject({ settlement: 'charged' });
    await otherWorker();
    await each(due);
    await each((one) =>
      expectEnd(one, {
        status: 'FAILURE',
        settlement: 'refunded',
        charged: [one.price],
        refunded: [one.price],
      }),
    );
    await expectBalancedLedger();
  });
});

/** Polls of a provider that wait until they are released. */
class HeldPolls {
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly kind: KindOfTask) {
    kind.upstream.beforePoll = () => new Promise((resolve) => this.waiting.push(resolve));
  }

  async arrived(): Promise<void> {
    await until(
      () => this.waiting.length > 0,
      () => `a poll of the ${this.kind.name}`,
    );
  }

  release(): void {
    this.kind.upstream.beforePoll = undefined;
    for (const go of this.waiting) go();
  }
}

/** Holds every transaction that changes the member's balance. */
function lockUser({ member }: Running): Promise<RowLock> {
  return RowLock.take(
    gateway.environment.DATABASE_URL!,
    'SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [member.id],
  );
}

/** Holds every transaction that changes the task. */
function lockTask({ table, member }: Running): Promise<RowLock> {
  return RowLock.take(
    gateway.environment.DATABASE_URL!,
    `SELECT id FROM ${table} WHERE user_id = $1 FOR UPDATE`,
    [member.id],
  );
}

async function submit({ kind, member }: Running): Promise<void> {
  const response = await fetch(gateway.url + kind.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify(kind.body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
}

interface Row {
  readonly status: string;
  readonly settlement: string;
  readonly request_id: string;
  readonly [column: string]: unknown;
}

/** The only task of the member. */
async function task({ table, member: { id } }: Pick<Running, 'table' | 'member'>): Promise<Row> {
  const [row, ...more] = await gateway.sql<Row>(`SELECT * FROM ${table} WHERE user_id = $1`, [id]);
  expect(more).toEqual([]);
  return row!;
}

/** As when the lease of the killed worker has expired. */
async function due({ table, member: { id } }: Running): Promise<void> {
  await gateway.sql(`UPDATE ${table} SET next_poll_at = now(), lease_until = NULL WHERE user_id = $1`, [id]);
}

/** As when BullMQ has found that the jobs of the killed worker are stalled, which takes half a minute. */
async function otherWorker(): Promise<void> {
  const keys = await gateway.redis.keys(`${QUEUE_PREFIX}:${QUEUES.taskPolls}:*`);
  expect(keys).not.toEqual([]);
  await gateway.redis.del(keys);
  gateway.worker.start();
}

interface End {
  readonly status: string;
  readonly settlement: string;
  /** Quota units of each entry of the ledger. */
  readonly charged: readonly number[];
  readonly refunded: readonly number[];
}

/** The task ends like this, and its money is right. */
async function expectEnd(one: Running, { charged, refunded, ...state }: End): Promise<void> {
  await until(
    async () => ['SUCCESS', 'FAILURE'].includes((await task(one)).status),
    () => `the ${one.kind.name} ends\n${gateway.worker.output}`,
  );
  const ended = await task(one);
  expect(ended).toMatchObject(state);
  const entries = await gateway.sql<{ kind: string; delta: number }>(
    `SELECT kind, delta::int FROM ledger_entries WHERE request_id = $1`,
    [ended.request_id],
  );
  const sums = (entryKind: string, sign: number) =>
    entries.filter(({ kind }) => kind === entryKind).map(({ delta }) => sign * delta);
  expect([sums('consume', -1), sums('refund', 1)]).toEqual([charged, refunded]);
  const [user] = await gateway.sql<{ quota: number }>('SELECT quota::int FROM users WHERE id = $1', [
    one.member.id,
  ]);
  expect(user!.quota).toBe(BALANCE - (charged[0] ?? 0) + (refunded[0] ?? 0));
}

async function expectBalancedLedger(): Promise<void> {
  await gateway.quiet();
  expect(await gateway.books()).toMatchObject({ code: 0 });
}
