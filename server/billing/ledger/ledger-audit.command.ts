import '../../core/stack-traces.js';
import type { Redis } from 'ioredis';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import '../../database/options.js';
import { auditVerificationLines, verifyAudit } from '../../audit/seals/verify-audit.js';
import { CannotStart } from '../../core/commands/cannot-start.js';
import { Vault } from '../../core/crypto.js';
import { environmentOrExit } from '../../core/env.js';
import { failureOf } from '../../core/redis/check-access.js';
import { ledgersOf } from '../../core/redis/cluster/cluster-redis.js';
import { installationId, requireShards } from '../../core/redis/installation.js';
import { connectRedis, ready } from '../../core/redis/redis.js';
import { connectToPostgres, explainStatement } from '../../database/connect.js';
import { requireKnownRelease } from '../../database/release-check.js';
import { auditLedger, ledgerOptions } from './ledger-audit.js';
import { BalanceStore } from './balance-store.js';
import { BalancesRepository } from './balances.repository.js';
import { ledgerAuditLines, unreadUsageLines } from './ledger-audit-lines.js';
import { replayRejected } from './posting/rejected.js';
import { UnreadUsageRepository } from '../unread-usage/unread-usage.repository.js';

// `npm run books` audits the ledger and verifies the audit log. Exit code 1: one of them is not as it must be; 2: the audit failed.
// `npm run books -- --audit-anchor HEX` also looks for the seal with this hash, which was kept elsewhere (docs/audit.md).
// `npm run books -- replay` first posts the rejected journal entries that this release can read.
// `npm run books -- --unread-usage` lists members of providers' usage that no reader knows, instead.
const env = environmentOrExit();
const anchor = anchorOf(process.argv);
let dataSource: DataSource | undefined;
let redis: Redis | undefined;
try {
  dataSource = await connectToPostgres(env.DATABASE_URL, ledgerOptions(env.DATABASE_URL));
  await requireKnownRelease(dataSource);
  if (process.argv[2] === '--unread-usage') await listUnread(dataSource);
  else await audit(dataSource, (redis = await connect(dataSource)));
} catch (error) {
  const problem = explainStatement(error, env.DATABASE_URL);
  const line = problem instanceof CannotStart ? problem.message : String(problem);
  console.error(`the ledger could not be audited: ${line}`);
  process.exitCode = 2;
} finally {
  redis?.disconnect();
  await dataSource?.destroy();
}

async function listUnread(database: DataSource): Promise<void> {
  for (const line of unreadUsageLines(await new UnreadUsageRepository(database).list())) console.log(line);
}

async function connect(database: DataSource): Promise<Redis> {
  const failure = await failureOf(env.REDIS_URL);
  if (failure) console.error(`REDIS_URL: ${failure.line}`);
  const installation = await installationId(database);
  await requireShards(database, env);
  const connection = connectRedis(env.REDIS_URL, {
    installation,
    shards: env.REDIS_CLUSTER_SHARDS,
    retryStrategy: () => null,
  });
  // The audit says why it goes on without Redis.
  for (const one of new Set([connection, ...ledgersOf(connection)]))
    one.on('error', (error: Error) => {
      if (!failure) console.error(`Redis: ${error.message || error.name}`);
    });
  if (!failure) await ready(connection, 5000).catch((error: unknown) => console.error(String(error)));
  return connection;
}

async function audit(ledger: DataSource, memory: Redis): Promise<void> {
  if (process.argv[2] === 'replay') await replay(ledger, memory);
  const report = await auditLedger(ledger, memory);
  for (const line of ledgerAuditLines(report)) console.log(line);
  const verified = await verifyAudit(ledger, new Vault(env.TOLLGATE_SECRET), { anchor });
  for (const line of auditVerificationLines(verified)) console.log(line);
  process.exitCode = report.balanced && verified.findings.length === 0 ? 0 : 1;
}

/** @returns the hash that `--audit-anchor` names; undefined without it. Ends the process where it is no hash */
function anchorOf(args: readonly string[]): string | undefined {
  const at = args.indexOf('--audit-anchor');
  if (at === -1) return undefined;
  const hash = args[at + 1] ?? '';
  if (/^[0-9a-f]{64}$/i.test(hash)) return hash;
  console.error('--audit-anchor needs the hash of a seal: 64 hex characters');
  return process.exit(2);
}

async function replay(ledger: DataSource, memory: Redis): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, application_name: 'tollgate replay' });
  await client.connect();
  try {
    const { posted, failed, users, tokens } = await replayRejected(client);
    console.log(`replayed: ${posted} journal entries posted, ${failed.length} still cannot be read`);
    for (const { requestId, reason } of failed) console.log(`  ${requestId}: ${reason}`);
    // Without Redis at this point, its balances are refreshed from Postgres within a minute.
    if (posted > 0 && memory.status === 'ready')
      await new BalanceStore(new BalancesRepository(ledger), memory).refresh({ users, tokens });
  } finally {
    await client.end();
  }
}
