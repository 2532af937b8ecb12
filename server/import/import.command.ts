import '../core/stack-traces.js';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import '../database/options.js';
import { BalanceStore } from '../billing/ledger/balance-store.js';
import { BalancesRepository } from '../billing/ledger/balances.repository.js';
import { auditLedger, ledgerOptions } from '../billing/ledger/ledger-audit.js';
import { ledgerAuditLines } from '../billing/ledger/ledger-audit-lines.js';
import { CannotStart } from '../core/cannot-start.js';
import { Vault } from '../core/crypto.js';
import { environmentOrExit, type Env } from '../core/env.js';
import { failureOf } from '../core/redis/check-access.js';
import { EventBus } from '../core/redis/events.js';
import { installationId } from '../core/redis/installation.js';
import { connectRedis, ready } from '../core/redis/redis.js';
import { connectToPostgres, explainStatement } from '../database/connect.js';
import { migrationOptions } from '../database/options.js';
import { ensurePeriods, PARTITIONED, periodOf, type PartitionPeriod } from '../database/partitions.js';
import { checkDatabase } from '../start-checks.js';
import { importArguments, USAGE, WrongArguments, type ImportArguments } from './import-arguments.js';
import { importSource } from './importer.js';
import { SOURCE_TABLES } from './source-tables.js';
import { openSource } from './sources/open-source.js';
import { UnreadableSource, type Source } from './sources/source.js';

// `npm run import` takes over the database of new-api, one-api or one of their forks; see docs/import.md.
// Exit code 1: imported, but a balance differs or the ledger does not balance; 2: not imported.

/** Redis is only told about changes; the servers read them again by themselves. */
const REDIS_TIMEOUT_MS = 5000;

if (process.argv.includes('--help')) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const env = environmentOrExit();
  let opened: Source[] = [];
  let database: DataSource | undefined;
  try {
    const args = importArguments(process.argv.slice(2));
    await checkDatabase(env);
    database = await connectToPostgres(env.DATABASE_URL, migrationOptions(env.DATABASE_URL));
    opened = await openSources(args);
    return (await importAndAudit(env, args, database, opened)) ? 0 : 1;
  } catch (error) {
    console.error(`tollgate: not imported: ${explained(error, env)}`);
    if (error instanceof WrongArguments) console.error(`\n${USAGE}`);
    return 2;
  } finally {
    for (const source of opened) await source.close();
    await database?.destroy();
  }
}

async function openSources({ from, logsFrom }: ImportArguments): Promise<Source[]> {
  const isNeeded = (table: string) => Object.hasOwn(SOURCE_TABLES, table) && table !== 'abilities';
  const source = await openSource(from, isNeeded);
  console.error(`reading ${source.label}`);
  if (logsFrom === undefined) return [source];
  const logs = await openSource(logsFrom, (table) => table === 'logs');
  console.error(`reading the log of ${logs.label}`);
  return [source, logs];
}

/** @returns whether everything is proven */
async function importAndAudit(
  env: Env,
  args: ImportArguments,
  database: DataSource,
  [source, logs]: readonly Source[],
): Promise<boolean> {
  if (!source) throw new Error('no source is open');
  const { lines, isProven } = await importSource(database, {
    args,
    source,
    logs: logs ?? source,
    vault: new Vault(env.TOLLGATE_SECRET),
    timeouts: { midjourneys: env.MJ_TASK_TIMEOUT_MINUTES, tasks: env.TASK_TIMEOUT_MINUTES },
    ensureMonths: (times) => ensurePeriods(database, PARTITIONED.logs, months(times)),
    report: (line) => console.error(line),
  });
  for (const line of lines) console.log(line);
  if (args.dryRun) console.log('dry run: nothing was changed');
  const audited = await audit(env, database, args.dryRun);
  const isComplete = isProven && audited;
  console.log(isComplete ? 'every imported balance is proven' : 'NOT PROVEN: see the lines above');
  return isComplete;
}

/** The months of rows; those far from now are invalid and stay in the default partition, as elsewhere. */
function months(times: readonly number[]) {
  const found = new Map<string, PartitionPeriod>();
  for (const time of times) {
    const month = periodOf('month', new Date(time * 1000));
    if (month.name >= '2000_01' && month.name < '2100_01') found.set(month.name, month);
  }
  return [...found.values()];
}

/** Audits the ledger as `npm run books` does, after telling running servers to read what has changed. */
async function audit(env: Env, database: DataSource, isDryRun: boolean): Promise<boolean> {
  const ledger = await connectToPostgres(env.DATABASE_URL, ledgerOptions(env.DATABASE_URL));
  let redis: Redis | undefined;
  try {
    redis = connectRedis(env.REDIS_URL, {
      installation: await installationId(ledger),
      retryStrategy: () => null,
    });
    redis.on('error', () => undefined);
    const failure = await failureOf(env.REDIS_URL);
    if (failure) console.error(`REDIS_URL: ${failure.line}`);
    else await ready(redis, REDIS_TIMEOUT_MS).catch((error: unknown) => console.error(String(error)));
    if (redis.status === 'ready' && !isDryRun) await announce(database, redis);
    const report = await auditLedger(ledger, redis);
    for (const line of ledgerAuditLines(report)) console.log(line);
    return report.balanced;
  } finally {
    redis?.disconnect();
    await ledger.destroy();
  }
}

async function announce(database: DataSource, redis: Redis): Promise<void> {
  const events = new EventBus(redis, redis);
  const ids: { id: number }[] = await database.query('SELECT id FROM channels');
  await events.publish('channel.changed', { ids: ids.map(({ id }) => id) });
  const keys: { key: string }[] = await database.query('SELECT key FROM options');
  await events.publish('option.changed', { keys: keys.map(({ key }) => key) });
  // Of the account whose place the super administrator of the source took: all others are new.
  const adopted: { id: number }[] = await database.query(
    `SELECT DISTINCT user_id AS id FROM ledger_entries WHERE kind = 'adjust' AND request_id LIKE 'import:%:users:%'`,
  );
  for (const { id } of adopted) await events.publish('user.changed', { id });
  await new BalanceStore(new BalancesRepository(database), redis).refresh({
    users: adopted.map(({ id }) => id),
  });
}

function explained(error: unknown, env: Env): string {
  const problem = explainStatement(error, env.DATABASE_URL);
  if (
    problem instanceof CannotStart ||
    problem instanceof UnreadableSource ||
    problem instanceof WrongArguments
  )
    return problem.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
