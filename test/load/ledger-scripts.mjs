// CPU time of Redis for each script of the ledger, at several batch sizes: npm run bench:redis [-- --users 1]
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { Services } from '../../scripts/services.mjs';
import { root, treeCpuSeconds } from './processes.mjs';

/** A module of the built server. */
const script = (name) => import(path.join(root, `dist/modules/server/core/redis/scripts/${name}.js`));
const { acknowledgeBatch } = await script('acknowledge');
const { storeBalances } = await script('balances');
const { joinJournal } = await script('join');
const { readJournal } = await script('read-journal');
const { runTurn } = await script('ledger-turn');

const { values: options } = parseArgs({
  options: { users: { type: 'string', default: '1' }, requests: { type: 'string', default: '60000' } },
});
const users = Number(options.users);
const requests = Number(options.requests);
const POSTED_AT_ONCE = 1000;
/** As long as the entry of an ordinary request. */
const ENTRY = JSON.stringify([
  1,
  '模型倍率 0.08，补全倍率 4.00，分组倍率 1.00',
  1,
  1_795_000_000,
  [
    'root',
    'benchmark',
    'gpt-4o-mini',
    20,
    50,
    0,
    false,
    'default',
    {
      model_ratio: 0.075,
      group_ratio: 1,
      completion_ratio: 4,
      cache_tokens: 0,
      cache_ratio: 0.5,
      model_price: -1,
      frt: 12,
      held: 170,
      usage_source: 'upstream',
      usage_semantic: 'openai',
      attempts: 1,
      request_id: '202611230000000000000000abcdefgh',
      admin_info: { use_channel: ['1'] },
    },
  ],
  ['root', 'gpt-4o-mini', 70],
]);

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-redis-'));
fs.chmodSync(directory, 0o711);
const services = new Services({
  directory,
  lasting: true,
  password: randomBytes(12).toString('hex'),
  needed: { postgres: false, redis: true },
  report: console.error,
});
try {
  await services.start();
  const redis = new Redis(services.env.REDIS_URL);
  const pid = services.redis.recorded.pid;
  const rows = [];
  for (const batch of [1, 4, 16, 64]) rows.push({ batch, ...(await measure(redis, pid, batch)) });
  console.table(rows);
  redis.disconnect();
} finally {
  await services.stop();
  fs.rmSync(directory, { recursive: true, force: true });
}

/** µs of Redis' CPU per request. */
async function measure(redis, pid, batch) {
  await redis.flushall();
  const owner = 'benchmark';
  const { epoch } = await joinJournal(redis, {
    runId: 'x',
    candidate: `e${batch}`,
    owner,
    leaseMs: 600_000,
    installation: '',
  });
  const memory = { epoch, owner };
  const accounts = Array.from({ length: users }, (_, at) => at + 1);
  for (const id of accounts)
    await storeBalances(redis, epoch, [
      { kind: 'user', id, balance: 1e12, version: 1 },
      { kind: 'token', id, balance: 0, version: 1 },
    ]);
  const micros = { reserve: 0, settle: 0, read: 0, acknowledge: 0 };
  const timed = async (name, work) => {
    const before = treeCpuSeconds(pid);
    await work();
    micros[name] += (treeCpuSeconds(pid) - before) * 1e6;
  };
  let number = 0;
  for (let done = 0; done < requests; done += POSTED_AT_ONCE) {
    const items = Array.from({ length: POSTED_AT_ONCE }, () => {
      const id = accounts[number % users];
      return {
        requestId: `2026112300000000000${String(++number).padStart(9, '0')}abcdefgh`,
        userId: id,
        tokenId: id,
        tokenUnlimited: true,
        amount: 170,
        usual: 170,
        possible: 170,
        headroom: 1,
        windowSeconds: 0,
        totalLimit: 0,
        successLimit: 1,
        charge: 17,
        entry: ENTRY,
      };
    });
    const batches = [];
    for (let from = 0; from < items.length; from += batch) batches.push(items.slice(from, from + batch));
    const turn = (settles, reserves) => runTurn(redis, memory, 1e6, { settles, reserves });
    await timed('reserve', () => Promise.all(batches.map((some) => turn([], some))));
    await timed('settle', () => Promise.all(batches.map((some) => turn(some, []))));
    let journal;
    await timed('read', async () => (journal = await readJournal(redis, POSTED_AT_ONCE)));
    const { entries } = journal;
    await timed('acknowledge', () =>
      acknowledgeBatch(redis, {
        epoch,
        first: entries[0].streamId,
        last: entries.at(-1).streamId,
        accounts: [...new Set(items.map(({ userId }) => userId))].flatMap((id) =>
          ['user', 'token'].map((kind) => ({ kind, id, charge: 0, posted: undefined })),
        ),
      }),
    );
  }
  const each = Object.entries(micros).map(([name, all]) => [name, Number((all / requests).toFixed(1))]);
  const total = each.reduce((sum, [, one]) => sum + one, 0);
  return { ...Object.fromEntries(each), total: Number(total.toFixed(1)) };
}
