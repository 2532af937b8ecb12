import { DataSource } from 'typeorm';
import { Role } from '../../../server/contract/enums.js';
import { LogNamesRepository } from '../../../server/billing/logs/log-names.repository.js';
import { ReadDatabase } from '../../../server/core/postgres/reads/read-database.js';
import { LogsRepository } from '../../../server/billing/logs/logs.repository.js';
import { ReceiptsService } from '../../../server/billing/logs/receipts.service.js';
import type { SignedIn } from '../../../server/core/http/access/account.js';
import { databaseOptions } from '../../../server/database/options.js';
import { freshWorld } from '../../setup/fresh-databases.js';

const BEGUN = Date.UTC(2026, 10, 21, 8) / 1000;
const ROWS = 30_000;
const HOUR = 3600;
let source: DataSource;

beforeAll(async () => {
  await freshWorld();
  source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  await source.query(
    `INSERT INTO logs (created_at, user_id, type, request_id)
     SELECT $1::bigint + n * ${HOUR} / ${ROWS}, n % 50, 2, '20261121080000row' || n FROM generate_series(1, ${ROWS}) n`,
    [BEGUN],
  );
  await source.query('ANALYZE logs');
});

afterAll(() => source.destroy());

test.each([
  ['an administrator', Role.admin],
  ['a user', Role.user],
])('of %s: a request is looked up, not searched for among its hour', async (_who, role) => {
  let plan = '';
  const explaining = {
    async query(sql: string, parameters: unknown[]) {
      const rows: { 'QUERY PLAN': string }[] = await source.query(`EXPLAIN (ANALYZE) ${sql}`, parameters);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return [];
    },
  } as unknown as DataSource;
  const account: SignedIn = {
    id: 7,
    username: 'u',
    role,
    group: '',
    status: 1,
    sessionVersion: 1,
    secondFactor: false,
    secondFactorAskedAt: 0,
    by: 'session',
  };
  const receipts = new ReceiptsService(
    new LogsRepository(explaining, new ReadDatabase(explaining, undefined)),
    new LogNamesRepository(explaining, new ReadDatabase(explaining, undefined)),
    explaining,
  );
  const asked = receipts.get(account, `20261121080000row${ROWS}`);
  await expect(asked).rejects.toMatchObject({ code: 'log_not_found' });
  expect(plan).toMatch(/Index (Only )?Scan using ledger_entries_\w*request_id/);
  expect(plan).not.toContain('Seq Scan');
});
