import { setTimeout as sleep } from 'node:timers/promises';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { GatewayProcesses } from './gateway-processes.js';
import { Program } from './program.js';

const TASKS = 1000;
const SUBMITTERS = 20;
/** Quota units of a song. */
const PRICE = 50_000;
/** Charges of concurrent submissions may count twice for a moment, so that the last ones need more. */
const BALANCE = (TASKS + SUBMITTERS) * PRICE;
const KILL_EVERY_MS = 5000;
/** After these, the workers may finish. */
const KILLS = 12;
/** The first poll is after five seconds; those of a killed worker are repeated when its leases have expired, after 60. */
const ENDED_LIMIT_MS = 240_000;

let gateway: GatewayProcesses;
let suno: SunoUpstream;
let workers: Program[];

beforeAll(async () => {
  suno = await SunoUpstream.start();
  gateway = await GatewayProcesses.open();
  // One runs already.
  workers = [
    gateway.worker,
    ...Array.from({ length: 2 }, () => new Program('worker/main.js', gateway.environment)),
  ];
  for (const worker of workers.slice(1)) worker.start();
  const channel = {
    type: 36,
    name: 'songs',
    key: 'key',
    group: 'default',
    base_url: suno.url,
    models: 'suno_music',
  };
  const response = await gateway.call('POST', '/api/channel/', channel);
  expect(await response.json()).toMatchObject({ success: true });
});

afterAll(async () => {
  for (const worker of workers.slice(1)) await worker.end('SIGKILL');
  await gateway?.close();
  await suno?.close();
});

test('of 1,000 tasks over three workers that are killed, exactly the failed half is refunded, each once', async () => {
  const member = await gateway.member(BALANCE);
  const [key] = member.keys;
  await submitAll(key!);
  expect(suno.tasks.size).toBe(TASKS);
  // Each second one fails; the upstream changes its mind about some of them afterwards.
  const ids = [...suno.tasks.keys()];
  for (const [index, id] of ids.entries()) suno.end(id, index % 2 === 0 ? 'SUCCESS' : 'FAILURE');

  const killing = killInTurn();
  try {
    await allEnded();
  } finally {
    await killing.stop();
  }
  const states = await gateway.sql<{ status: string; settlement: string; count: number }>(
    'SELECT status, settlement, count(*)::int AS count FROM tasks GROUP BY 1, 2 ORDER BY 1',
  );
  expect(states).toEqual([
    { status: 'FAILURE', settlement: 'refunded', count: TASKS / 2 },
    { status: 'SUCCESS', settlement: 'charged', count: TASKS / 2 },
  ]);
  const [refunds] = await gateway.sql<{ count: number; requests: number; sum: number }>(
    `SELECT count(*)::int AS count, count(DISTINCT request_id)::int AS requests, sum(delta)::int AS sum
     FROM ledger_entries WHERE kind = 'refund'`,
  );
  expect(refunds).toEqual({ count: TASKS / 2, requests: TASKS / 2, sum: (TASKS / 2) * PRICE });
  const [user] = await gateway.sql<{ quota: number; used: number }>(
    'SELECT quota::int, used_quota::int AS used FROM users WHERE id = $1',
    [member.id],
  );
  expect(user).toEqual({ quota: BALANCE - (TASKS / 2) * PRICE, used: (TASKS / 2) * PRICE });
  // 100 ids are asked for at once, not one by one; polls that a kill interrupted are repeated, the more often the slower the machine.
  expect(suno.polls.length).toBeLessThan(TASKS / 2);
  await gateway.quiet();
  expect(await gateway.books()).toMatchObject({ code: 0 });
}, 400_000);

test('without Redis’s memory, running tasks are polled on and charged once', async () => {
  const member = await gateway.member(10 * PRICE);
  const before = suno.tasks.size;
  for (let i = 0; i < 10; i++) await submit(member.keys[0]!);
  await gateway.redis.flushall();
  for (const id of [...suno.tasks.keys()].slice(before)) suno.end(id, 'FAILURE');
  await allEnded();
  const [user] = await gateway.sql<{ quota: number }>('SELECT quota::int FROM users WHERE id = $1', [
    member.id,
  ]);
  expect(user!.quota).toBe(10 * PRICE);
});

test('a server killed before it stored what the upstream accepted charges nothing, and its task ends as failed', async () => {
  // Redis has lost the session.
  await gateway.signIn();
  const member = await gateway.member(10 * PRICE);
  let accepted: (() => void) | undefined;
  const received = new Promise<void>((resolve) => (accepted = resolve));
  suno.onSubmit = () => accepted?.();
  const submitted = submit(member.keys[0]!).catch((error: unknown) => String(error));
  await received;
  await gateway.server.end('SIGKILL');
  await submitted;
  gateway.server.start();
  await gateway.answering();
  const orphans = await gateway.sql(
    `UPDATE tasks SET deadline_at = now() WHERE user_id = $1 AND status = 'NOT_START' RETURNING id`,
    [member.id],
  );
  expect(orphans).toHaveLength(1);
  await allEnded();
  const [task] = await gateway.sql<{ status: string; settlement: string }>(
    'SELECT status, settlement FROM tasks WHERE user_id = $1',
    [member.id],
  );
  expect(task).toEqual({ status: 'FAILURE', settlement: 'none' });
  const [user] = await gateway.sql<{ quota: number }>('SELECT quota::int FROM users WHERE id = $1', [
    member.id,
  ]);
  expect(user!.quota).toBe(10 * PRICE);
  await gateway.quiet();
  expect(await gateway.books()).toMatchObject({ code: 0 });
});

async function submitAll(key: string): Promise<void> {
  let left = TASKS;
  const submitter = async () => {
    while (left > 0) {
      left--;
      await submit(key);
    }
  };
  await Promise.all(Array.from({ length: SUBMITTERS }, submitter));
}

async function submit(key: string): Promise<void> {
  const response = await fetch(`${gateway.url}/suno/submit/music`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a song' }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
}

async function allEnded(): Promise<void> {
  for (const end = Date.now() + ENDED_LIMIT_MS; (await unfinished()) > 0; await sleep(500))
    if (Date.now() > end) throw new Error(`${await unfinished()} tasks have not ended`);
}

async function unfinished(): Promise<number> {
  const [row] = await gateway.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM tasks WHERE status NOT IN ('SUCCESS', 'FAILURE')`,
  );
  return row!.count;
}

/** Kills one worker after another, and starts it again. */
function killInTurn(): { stop(): Promise<void> } {
  let next = 0;
  let running = Promise.resolve();
  const timer = setInterval(() => {
    if (next >= KILLS) return;
    const worker = workers[next++ % workers.length]!;
    running = running.then(async () => {
      await worker.end('SIGKILL');
      worker.start();
    });
  }, KILL_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
