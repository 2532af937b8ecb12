import { getDataSourceToken } from '@nestjs/typeorm';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { resignSeals } from '../../server/audit/seals/resign-seals.js';
import { Sealing } from '../../server/audit/seals/sealing.service.js';
import { SealsRepository } from '../../server/audit/seals/seals.repository.js';
import { verifyAudit, type VerificationScope } from '../../server/audit/seals/verify-audit.js';
import { Vault } from '../../server/core/crypto.js';
import { TableFenceRepository } from '../../server/core/postgres/table-fence.repository.js';
import { Management } from '../setup/management.js';

/** The seals of the audit log: whatever is changed in rows or seals behind the gateway's back is found. */
let gateway: Management;
let database: DataSource;
let vault: Vault;

beforeAll(async () => {
  gateway = await Management.start();
  database = gateway.app.get<DataSource>(getDataSourceToken());
  vault = gateway.app.get(Vault);
});
afterAll(() => gateway?.close());

const seals = () => new SealsRepository(database);
const seal = () => new Sealing(database, seals(), new TableFenceRepository(database), vault).carryOut();
const verify = (scope?: VerificationScope) => verifyAudit(database, vault, scope);

/** Adds entries of a day so many days ago. */
async function entries(number: number, daysAgo = 0): Promise<void> {
  await gateway.sql(
    `INSERT INTO audit_log (created_at, action, actor_name, content, details)
     SELECT floor(extract(epoch FROM now()))::bigint - 86400 * $2::bigint, 'change', 'somebody', 'änderung ' || n, '{"n":' || n || '}'
     FROM generate_series(1, $1::int) n`,
    [number, daysAgo],
  );
}

/** Does what the owner of the database can do: switches the triggers off. */
async function behindTheBack(...statements: string[]): Promise<void> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  try {
    const tables = ['audit_log', 'audit_seals', 'audit_seal_signatures'];
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const statement of statements) await client.query(statement);
    for (const table of tables)
      await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${table}_append_only`);
  } finally {
    await client.end();
  }
}

/** Runs statements, returns what the verification finds, and takes them back. */
async function findings(statements: string[], undo: string[], scope?: VerificationScope): Promise<string[]> {
  await behindTheBack(...statements);
  const found = await verify(scope);
  await behindTheBack(...undo);
  expect((await verify()).findings).toEqual([]);
  return [...found.findings];
}

test('rows are sealed in a chain, each once, by the day, and the log is verified', async () => {
  await entries(3, 2);
  await entries(250, 1);
  await entries(2);
  expect(await seal()).toBeGreaterThanOrEqual(255);
  expect(await seal()).toBe(0);
  const made = await gateway.sql<{ day: string; rows: number; first_id: number; last_id: number }>(
    'SELECT day::text, rows, first_id, last_id FROM audit_seals ORDER BY id',
  );
  expect(made[0]).toMatchObject({ first_id: 1 });
  for (const [index, one] of made.entries())
    if (index > 0) expect(one.first_id).toBe(made[index - 1]!.last_id + 1);
  expect(made.map(({ day }) => day)).toEqual(made.map(({ day }) => day).toSorted());
  const verified = await verify();
  expect(verified).toMatchObject({ seals: made.length, unsealed: 0, findings: [] });
  await entries(1);
  expect(await verify()).toMatchObject({ unsealed: 1, findings: [] });
  await seal();
});

test('a row that was changed, removed, added or moved is found', async () => {
  const last = (await seals().last())!;
  const [row] = await gateway.sql<{ id: number }>('SELECT max(id) - 100 AS id FROM audit_log');
  const id = row!.id;
  expect(
    await findings(
      [`UPDATE audit_log SET actor_name = 'another' WHERE id = ${id}`],
      [`UPDATE audit_log SET actor_name = 'somebody' WHERE id = ${id}`],
    ),
  ).toEqual([expect.stringMatching(/a row or a seal was changed/)]);
  expect(
    await findings(
      ['CREATE TABLE kept AS SELECT * FROM audit_log', `DELETE FROM audit_log WHERE id = ${id}`],
      [`INSERT INTO audit_log SELECT * FROM kept WHERE id = ${id}`, 'DROP TABLE kept'],
    ),
  ).toEqual([expect.stringMatching(/200 rows were sealed, there are 199/)]);
  expect(
    await findings(
      [`INSERT INTO audit_log (id, created_at, action) VALUES (-5, 1, 'change')`],
      ['DELETE FROM audit_log WHERE id = -5'],
    ),
  ).toEqual(['1 rows stand before the first seal']);
  expect(
    await findings(
      [
        `UPDATE audit_log SET id = -1 WHERE id = ${id}`,
        `UPDATE audit_log SET id = ${id} WHERE id = ${id - 1}`,
        `UPDATE audit_log SET id = ${id - 1} WHERE id = -1`,
      ],
      [
        `UPDATE audit_log SET id = -1 WHERE id = ${id}`,
        `UPDATE audit_log SET id = ${id} WHERE id = ${id - 1}`,
        `UPDATE audit_log SET id = ${id - 1} WHERE id = -1`,
      ],
    ),
  ).toEqual([expect.stringMatching(/a row or a seal was changed/)]);
  expect((await seals().last())!.hash).toBe(last.hash);
});

test('a seal that was removed, or rewritten for changed rows, is found', async () => {
  const last = (await seals().last())!;
  expect(
    await findings(
      ['CREATE TABLE kept AS SELECT * FROM audit_seals', 'DELETE FROM audit_seals WHERE id = 2'],
      ['INSERT INTO audit_seals SELECT * FROM kept WHERE id = 2', 'DROP TABLE kept'],
    ),
  ).toEqual(expect.arrayContaining(['seals 2 to 2 are missing']));
  // Somebody who can compute hashes, but does not know the secret.
  expect(
    await findings(
      [`UPDATE audit_seals SET hash = repeat('a', 64) WHERE id = ${last.id}`],
      [`UPDATE audit_seals SET hash = '${last.hash}' WHERE id = ${last.id}`],
    ),
  ).toEqual(expect.arrayContaining([`seal ${last.id} was rewritten: its signature is wrong`]));
  expect(
    await findings(
      [
        'CREATE TABLE kept AS SELECT * FROM audit_seal_signatures',
        `DELETE FROM audit_seal_signatures WHERE seal_id = ${last.id}`,
      ],
      [`INSERT INTO audit_seal_signatures SELECT * FROM kept WHERE seal_id = ${last.id}`, 'DROP TABLE kept'],
    ),
  ).toEqual([`seal ${last.id} has no signature`]);
});

test('an end that was cut off is found by a seal that was kept elsewhere, and by the last verification', async () => {
  const { id, hash, firstId } = (await seals().last())!;
  expect((await verify({ anchor: hash.toUpperCase() })).findings).toEqual([]);
  const cut = [
    'CREATE TABLE rows AS SELECT * FROM audit_log',
    'CREATE TABLE kept AS SELECT * FROM audit_seals',
    `DELETE FROM audit_log WHERE id >= ${firstId}`,
    `DELETE FROM audit_seals WHERE id = ${id}`,
  ];
  const undo = [
    `INSERT INTO audit_log SELECT * FROM rows WHERE id >= ${firstId}`,
    `INSERT INTO audit_seals SELECT * FROM kept WHERE id = ${id}`,
    'DROP TABLE rows, kept',
  ];
  expect(await findings(cut, undo)).toEqual([]);
  expect(await findings(cut, undo, { anchor: hash })).toEqual([
    expect.stringMatching(`no seal has the hash ${hash}: the end was cut off`),
  ]);
  await seals().noteVerified(id, '');
  expect(await findings(cut, undo)).toEqual([
    `seal ${id} was verified before and is missing: the end was cut off`,
  ]);
});

test('rows of a transaction that is open are sealed after it, in the order of their ids', async () => {
  const open = new pg.Client(process.env.DATABASE_URL);
  await open.connect();
  await open.query('BEGIN');
  await open.query(`INSERT INTO audit_log (created_at, action, content) VALUES (1, 'change', 'slow')`);
  await entries(1);
  // It waits for the transaction, and seals nothing beyond its row.
  const sealing = seal();
  await entries(1);
  await open.query('COMMIT');
  await open.end();
  expect(await sealing).toBe(2);
  await seal();
  expect((await verify()).findings).toEqual([]);
});

test('another secret does not verify the seals, and after they were signed anew the former one is not needed', async () => {
  const former = vault;
  const changed = new Vault('the secret that follows', { previous: [process.env.TOLLGATE_SECRET!] });
  const alone = new Vault('the secret that follows');
  const { seals: number } = await verify();
  expect((await verifyAudit(database, alone)).findings[0]).toMatch(/signed with an unknown secret/);
  expect((await verifyAudit(database, changed)).findings).toEqual([]);
  await expect(resignSeals(database, alone)).rejects.toThrow('is unknown');
  const last = (await seals().last())!;
  await behindTheBack(`UPDATE audit_seals SET hash = repeat('a', 64) WHERE id = ${last.id}`);
  await expect(resignSeals(database, changed)).rejects.toThrow(`audit seal ${last.id} is wrong`);
  await behindTheBack(`UPDATE audit_seals SET hash = '${last.hash}' WHERE id = ${last.id}`);
  expect(await resignSeals(database, changed)).toBe(number);
  expect(await resignSeals(database, changed)).toBe(0);
  expect((await verifyAudit(database, alone)).findings).toEqual([]);
  expect((await verifyAudit(database, former)).findings).toEqual([]);
});
