import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditLog } from '../../server/audit/audit-log.js';
import { Sealing } from '../../server/audit/seals/sealing.service.js';
import { SealsRepository } from '../../server/audit/seals/seals.repository.js';
import { verifyAudit } from '../../server/audit/seals/verify-audit.js';
import { AuditRetention } from '../../server/audit-trail/audit-retention.service.js';
import { Vault } from '../../server/core/crypto.js';
import { TableFenceRepository } from '../../server/core/postgres/table-fence.repository.js';
import { OptionsService } from '../../server/options/options.service.js';
import { Management, type Visitor } from '../setup/management.js';

/** Old days of the audit log are removed by the option alone, whole, and leave a chain that still proves the rest. */
let gateway: Management;
let database: DataSource;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  database = gateway.app.get<DataSource>(getDataSourceToken());
  // Before anything else is in the log: later rows belong to no earlier day.
  for (const daysAgo of [200, 150, 95, 80])
    await gateway.sql(
      `INSERT INTO audit_log (created_at, action, content)
       SELECT floor(extract(epoch FROM now()))::bigint - 86400 * $1::bigint, 'change', 'old' FROM generate_series(1, 3)`,
      [daysAgo],
    );
  root = await gateway.root();
  await seal();
});
afterAll(() => gateway?.close());

const seals = () => new SealsRepository(database);
const seal = () =>
  new Sealing(database, seals(), new TableFenceRepository(database), gateway.app.get(Vault)).carryOut();
const retention = () =>
  new AuditRetention(
    database,
    seals(),
    gateway.app.get(AuditLog, { strict: false }),
    gateway.app.get(OptionsService, { strict: false }),
  );
const old = async () =>
  (await gateway.sql<{ n: number }>(`SELECT count(*)::int AS n FROM audit_log WHERE content = 'old'`))[0]!.n;

test('entries are kept for ever by default, and for 90 days at least', async () => {
  expect(await retention().carryOut()).toBe(0);
  expect(await old()).toBe(12);
  expect((await root.put('/api/option/', { key: 'AuditRetentionDays', value: '89' })).success).toBe(false);
  expect((await root.put('/api/option/', { key: 'AuditRetentionDays', value: '90' })).success).toBe(true);
  await expect(gateway.sql('SELECT * FROM remove_audit_days(current_date - 80)')).rejects.toThrow(
    'kept for at least 90 days',
  );
});

test('older days are removed whole, an entry says so, and the chain begins with the last seal of the last day', async () => {
  expect(await retention().carryOut()).toBe(3);
  expect(await old()).toBe(3);
  expect(await retention().carryOut()).toBe(0);
  const { data } = await root.get<{ details: Record<string, unknown> }[]>('/api/audit?action=audit_removed');
  expect(data.map(({ details }) => details['rows'])).toEqual([3, 3, 3]);
  const [first] = await gateway.sql<{ id: number; hash: string }>(
    'SELECT id, hash FROM audit_seals ORDER BY id',
  );
  expect(data[0]?.details).toMatchObject({ seal: first!.id, hash: first!.hash });
  await seal();
  expect((await verifyAudit(database, gateway.app.get(Vault))).findings).toEqual([]);
});

test('a removal without its entry is found', async () => {
  await gateway.sql('SELECT * FROM remove_audit_days(current_date - 90)');
  await gateway.sql(`ALTER TABLE audit_log DISABLE TRIGGER USER`);
  await gateway.sql(`UPDATE audit_log SET action = 'change' WHERE action = 'audit_removed'`);
  await gateway.sql(`ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only`);
  const { findings } = await verifyAudit(database, gateway.app.get(Vault));
  expect(findings).toEqual(
    expect.arrayContaining([expect.stringMatching(/^the chain begins with seal \d+, and no row says/)]),
  );
});

test('nothing else removes entries: not the setting that the function uses, not another replication role', async () => {
  await expect(
    database.transaction(async (manager) => {
      await manager.query(`SELECT set_config('tollgate.audit_removal', 'on', true)`);
      await manager.query('DELETE FROM audit_log');
    }),
  ).rejects.toThrow('never changed or deleted');
  await expect(
    database.transaction(async (manager) => {
      await manager.query(`SET LOCAL session_replication_role = replica`);
      await manager.query('DELETE FROM audit_log');
    }),
  ).rejects.toThrow('never changed or deleted');
  for (const table of ['audit_seals', 'audit_seal_signatures'])
    for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(gateway.sql(statement)).rejects.toThrow(`rows of ${table} are never changed or deleted`);
});
