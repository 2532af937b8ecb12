import { DataSource } from 'typeorm';
import { AnswerReads, ReadDatabase } from '../../server/core/postgres/reads/read-database.js';
import { Replica } from '../../server/core/postgres/reads/replica.js';
import { databaseOptions } from '../../server/database/options.js';
import { until } from '../setup/until.js';
import { Databases } from './databases.js';
import { Standby } from './standby.js';

/** Which of the two answered; on the replica after a while. */
const SLOW_ON_REPLICA =
  'SELECT pg_is_in_recovery() AS replica, CASE WHEN pg_is_in_recovery() THEN pg_sleep(60) END FROM numbers LIMIT 1';
const WHERE = 'SELECT pg_is_in_recovery() AS replica';

let databases: Databases;
let standby: Standby;
let primary: DataSource;
let reads: ReadDatabase;

beforeAll(async () => {
  databases = await Databases.start();
  const { run } = databases;
  expect(await run.call(databases, 'server/database/migrate.js')).toMatchObject([0, expect.anything()]);
  await databases.sql(`INSERT INTO installations (id, name) VALUES (1, 'one')`);
  // What it removes would cancel reads that a test needs to go on.
  await databases.sql('ALTER SYSTEM SET autovacuum = off');
  await databases.sql('SELECT pg_reload_conf()');
  await databases.sql('CREATE TABLE numbers AS SELECT generate_series(1, 1000) AS number');
  standby = await Standby.start(databases.directory, databases.postgresUrl());
  primary = await new DataSource(databaseOptions(databases.postgresUrl())).initialize();
  const pool = new DataSource(databaseOptions(standby.url));
  reads = new ReadDatabase(primary, new Replica(primary, pool, { url: standby.url, maxLagMs: 5000 }));
  reads.onModuleInit();
});
afterAll(async () => {
  await reads?.beforeApplicationShutdown();
  await primary?.destroy();
  await standby?.close();
  await databases?.close();
});
// Later tests must not be in the way of changes that earlier ones have made.
beforeEach(() => {
  reads.waitForPresent();
  return until(
    () => reads.state?.from === 'replica',
    () => JSON.stringify(reads.state),
  );
});

/** Waits until the replica runs a statement like this. */
const runs = (part: string) =>
  until(async () => {
    const rows = await standby.sql(
      `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%${part}%' AND pid <> pg_backend_pid()`,
    );
    return rows.length > 0;
  });

test('a read that the replica cancels, because it conflicts with changes of the primary, is answered by the primary', async () => {
  const before = reads.repeated;
  const answer = reads.query<{ replica: boolean }[]>(SLOW_ON_REPLICA);
  await runs('pg_sleep(60)');
  await databases.sql('DELETE FROM numbers WHERE number > 500');
  await databases.sql('VACUUM numbers');
  expect(await answer).toMatchObject([{ replica: false }]);
  expect(reads.repeated).toBe(before + 1);
  // The replica itself is not at fault.
  expect(reads.state?.problem).not.toBe('unreachable');
});

test('a replica that falls silent does not keep reads that wait for it', async () => {
  const answer = reads.query<{ replica: boolean }[]>(SLOW_ON_REPLICA);
  await runs('pg_sleep(60)');
  const goOn = await standby.freeze();
  try {
    expect(await answer).toMatchObject([{ replica: false }]);
    expect(reads.state).toMatchObject({ from: 'primary', problem: 'unreachable' });
  } finally {
    goOn();
  }
});

test('an error of the statement itself is not repeated', async () => {
  const before = reads.repeated;
  await expect(reads.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(reads.repeated).toBe(before);
});

test('what was committed before a call to wait for it is in the next read', async () => {
  await standby.sql('SELECT pg_wal_replay_pause()');
  await databases.sql('CREATE TABLE changed AS SELECT 1 AS number');
  reads.waitForPresent();
  expect(await reads.query(`${WHERE}, number FROM changed`)).toEqual([{ replica: false, number: 1 }]);
  await standby.sql('SELECT pg_wal_replay_resume()');
  await until(() => reads.state?.from === 'replica');
  expect(await reads.query(`${WHERE}, number FROM changed`)).toEqual([{ replica: true, number: 1 }]);
});

test('reads of one answer do not go back to a replica that may not have what was found on the primary', async () => {
  const answer = new AnswerReads();
  expect(await reads.query(WHERE, [], answer)).toEqual([{ replica: true }]);
  reads.waitForPresent();
  expect(await reads.query(WHERE, [], answer)).toEqual([{ replica: false }]);
  await until(() => reads.state?.from === 'replica');
  expect(await reads.query(WHERE, [], answer)).toEqual([{ replica: false }]);
  expect(await reads.query(WHERE)).toEqual([{ replica: true }]);
});

test('a replica that has become a server of its own is not read from', async () => {
  await standby.sql('SELECT pg_promote()');
  await until(
    () => reads.state?.problem === 'no_replica',
    () => JSON.stringify(reads.state),
  );
  expect(await reads.query(`SELECT count(*)::int AS rows FROM changed`)).toEqual([{ rows: 1 }]);
});
