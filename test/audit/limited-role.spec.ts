import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { createApp } from '../../server/app.js';
import { Sealing } from '../../server/audit/seals/sealing.service.js';
import { verifyAudit } from '../../server/audit/seals/verify-audit.js';
import { Vault } from '../../server/core/crypto.js';
import { ensurePartitions } from '../../server/database/partitions.js';
import { freshWorld, withoutConsole } from '../setup/fresh-databases.js';
import { Schedules } from '../../worker/schedules.js';
import { WorkerModule } from '../../worker/worker.module.js';

/** The database role of docs/audit.md, which may not change or delete entries of the audit log: a real second role. */
const ROLE = 'tollgate_limited';
let owner: pg.Client;
let app: NestFastifyApplication | undefined;
let worker: INestApplicationContext | undefined;

/** The statements that the documentation gives, with the names of this test. */
function documentedGrants(database: string, user: string): string {
  const [, block = ''] =
    /```sql\n(CREATE ROLE tollgate_app[\s\S]*?)```/.exec(readFileSync('docs/audit.md', 'utf8')) ?? [];
  return block
    .replaceAll('tollgate_app', ROLE)
    .replaceAll('TO tollgate;', `TO ${pg.escapeIdentifier(user)};`)
    .replaceAll('DATABASE tollgate ', `DATABASE ${pg.escapeIdentifier(database)} `);
}

beforeAll(async () => {
  await freshWorld();
  const url = new URL(process.env.DATABASE_URL!);
  owner = new pg.Client(url.href);
  await owner.connect();
  const { rows } = await owner.query<{ user: string }>('SELECT current_user::text AS user');
  await owner.query(documentedGrants(url.pathname.slice(1), rows[0]!.user));
  await owner.query(`ALTER ROLE ${ROLE} PASSWORD 'a password'`);
  url.username = ROLE;
  url.password = 'a password';
  process.env.DATABASE_URL = url.href;
  app = await createApp(withoutConsole);
  await app.listen(0, '127.0.0.1');
  worker = await NestFactory.createApplicationContext(WorkerModule, { logger: ['error'] });
});
afterAll(async () => {
  await worker?.close();
  await app?.close();
  await owner?.query(`DROP OWNED BY ${ROLE} CASCADE`);
  await owner?.query(`DROP ROLE ${ROLE}`);
  await owner?.end();
});

test('servers and workers run as a role that can neither change nor delete entries, which are sealed', async () => {
  const signIn = await request(app!.getHttpServer())
    .post('/api/user/login')
    .send({ username: 'root', password: '123456' });
  expect(signIn.body).toMatchObject({ success: true });
  const cookie = [signIn.get('set-cookie') ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');
  const saved = await request(app!.getHttpServer())
    .put('/api/option/')
    .set('cookie', cookie)
    .set('new-api-user', '1')
    .send({ key: 'RetryTimes', value: '2' });
  expect(saved.body).toMatchObject({ success: true });
  await worker!.get(Sealing, { strict: false }).carryOut();
  const database = worker!.get(DataSource, { strict: false });
  expect(await verifyAudit(database, worker!.get(Vault))).toMatchObject({ unsealed: 0, findings: [] });
  // Partitions of months to come, as after a year.
  await ensurePartitions(database, new Date(Date.now() + 365 * 86_400_000));
  // Whatever a worker does by the clock.
  for (const { name, run } of worker!.get(Schedules, { strict: false }).table)
    await run().catch((error: unknown) => {
      throw new Error(`${name}: ${String(error)}`);
    });
});

test('the role can do nothing else to the log', async () => {
  const limited = new pg.Client(process.env.DATABASE_URL);
  await limited.connect();
  try {
    for (const statement of [
      'DELETE FROM audit_log',
      `UPDATE audit_log SET content = ''`,
      'TRUNCATE audit_log',
      'DELETE FROM audit_seals',
      'UPDATE audit_seal_signatures SET signature = signature',
      'ALTER TABLE audit_log DISABLE TRIGGER USER',
      'DROP TABLE audit_log',
      'SET session_replication_role = replica',
    ])
      await expect(limited.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    await limited.query('SELECT * FROM remove_audit_days(current_date - 90)');
  } finally {
    await limited.end();
  }
});
