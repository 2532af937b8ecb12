import pg from 'pg';
import { readEntry, settleItem } from '../../../server/billing/ledger/journal-entry.js';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { postBatch } from '../../../server/billing/ledger/posting/post-batch.js';
import { Poster } from '../../../server/billing/ledger/posting/poster.js';
import { keepRejected, replayRejected } from '../../../server/billing/ledger/posting/rejected.js';
import { readJournal } from '../../../server/core/redis/scripts/read-journal.js';
import { freshWorld } from '../../setup/fresh-databases.js';
import { until } from '../../setup/until.js';
import { charge, LedgerHarness, PAUSE_MS, holdFor, type Process } from './ledger-harness.js';

let gateway: LedgerHarness;
let here: Process;
let client: pg.Client;

beforeAll(async () => {
  await freshWorld();
  gateway = await LedgerHarness.open();
  here = await gateway.process();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await gateway.close();
});

const begun = Math.floor(Date.now() / 1000) - 60;
const stamp = new Date(begun * 1000).toISOString().slice(0, 19).replace(/[-:T]/g, '');
const idOf = (name: string) => `${stamp}000000000${name}`;

/** Journal fields of a settlement ten seconds after the start of its request. */
function settled(user: number, id: string, quota: number, provisional = false): string[] {
  const hold = { ...holdFor(user, quota, { requestId: id }), amount: quota };
  const { charge: amount, entry } = settleItem(hold, charge(quota, { createdAt: begun + 10 }));
  return ['r', id, 'a', `${user} 0 ${amount}`, 'e', entry, ...(provisional ? ['s', '1'] : [])];
}

async function append(user: number, quota: number, fields: string[]): Promise<void> {
  await here.redis.xadd('tollgate:journal', '*', ...fields);
  await here.redis.hincrby(`tollgate:user:${user}`, 'o', quota);
}

async function post(): Promise<void> {
  const poster = new Poster(process.env.DATABASE_URL!, here.redis, here.events, PAUSE_MS);
  poster.start();
  await until(async () => (await here.redis.xlen('tollgate:journal')) === 0);
  await poster.stop();
}

/** What a worker of the release before `settled_at` wrote for a request. */
async function postEarlier(user: number, id: string, quota: number): Promise<void> {
  await gateway.dataSource.query(
    `INSERT INTO ledger_entries (created_at, request_id, kind, user_id, delta) VALUES ($1, $2, 'consume', $3, $4)`,
    [begun + 10, id, user, -quota],
  );
  await gateway.dataSource.query('UPDATE users SET quota = quota - $2 WHERE id = $1', [user, quota]);
}

test('a request that a worker of an earlier release has charged is not charged again by its repeated entry', async () => {
  const user = await gateway.user(100);
  await postEarlier(user, idOf('earlier'), 30);
  await append(user, 30, settled(user, idOf('earlier'), 30));
  await append(user, 5, settled(user, idOf('other'), 5));
  await post();
  expect(await gateway.quotaOf(user)).toBe(65);
  await here.balances.refresh({ users: [user] });
  expect(await auditLedger(gateway.dataSource, here.redis)).toMatchObject({
    balanced: true,
    repeated: { requests: 0 },
  });
});

test('entries that were settled while this worker was the poster are not looked up', async () => {
  const user = await gateway.user(100);
  await append(user, 7, settled(user, idOf('recent'), 7));
  const journal = await readJournal(here.redis, 10);
  const position = { epoch: journal!.epoch, lastId: journal!.entries[0]!.streamId };
  const query = jest.spyOn(client, 'query');
  await postBatch(client, position, journal!.entries.map(readEntry), undefined, begun - 600);
  expect(query.mock.calls.filter(([sql]) => String(sql).includes('settled_at = 0'))).toEqual([]);
  query.mockRestore();
  await post();
  expect(await gateway.quotaOf(user)).toBe(93);
});

test('a rejected entry of the sweeper does not replace what the server charged when it is replayed', async () => {
  const user = await gateway.user(100);
  const id = idOf('rejected');
  await append(user, 20, settled(user, id, 20, true));
  const [swept] = (await readJournal(here.redis, 10))!.entries;
  await keepRejected(client, [{ raw: swept!, reason: 'test' }]);
  await here.redis.del('tollgate:journal');
  await here.redis.hincrby(`tollgate:user:${user}`, 'o', -20);
  await append(user, 70, settled(user, id, 70));
  await post();
  expect(await replayRejected(client)).toMatchObject({ posted: 1, failed: [] });
  expect(await gateway.quotaOf(user)).toBe(30);
});
