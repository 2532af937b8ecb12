import '../core/stack-traces.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import '../database/options.js';
import { BalanceStore } from '../billing/ledger/balance-store.js';
import { BalancesRepository } from '../billing/ledger/balances.repository.js';
import { noteCommand } from '../audit/command-entry.repository.js';
import { auditLedger, ledgerOptions } from '../billing/ledger/ledger-audit.js';
import { ledgerAuditLines } from '../billing/ledger/ledger-audit-lines.js';
import { CannotStart } from '../core/commands/cannot-start.js';
import { CommandRefused, WrongArguments } from '../core/commands/run-command.js';
import { vaultOf } from '../core/crypto.js';
import { environmentOrExit, variable, type Env } from '../core/env.js';
import { failureOf } from '../core/redis/check-access.js';
import { EventBus } from '../core/redis/events.js';
import { installationId, requireShards } from '../core/redis/installation.js';
import { connectRedis, ready } from '../core/redis/redis.js';
import { connectToPostgres, explainStatement } from '../database/connect.js';
import { migrationOptions } from '../database/options.js';
import { ensurePeriods, PARTITIONED, periodOf, type PartitionPeriod } from '../database/partitions.js';
import { requireKnownRelease } from '../database/release-check.js';
import { checkDatabase } from '../start-checks.js';
import { importArguments, LITELLM, USAGE, type ImportArguments } from './import-arguments.js';
import { importSource, type Imported } from './importer.js';
import { openLiteLlm } from './litellm/open-litellm.js';
import { OPEN_FORMAT_PREFIX } from './open-format/manifest.js';
import { openExport } from './open-format/open-export.js';
import { OptionTexts } from './option-texts.js';
import { reportToServer, serverArguments } from './server-channel.js';
import { SOURCE_TABLES } from './source-tables.js';
import { openSource } from './sources/open-source.js';
import type { Source } from './sources/source.js';

// `npm run import` takes over the database of new-api, one-api, one of their forks or LiteLLM (docs/import.md), and reads an export of this
// gateway (docs/open-format.md).
// Exit code 1: imported, but a balance differs or the ledger does not balance; 2: not imported.

/** Redis only passes the news of changes on to servers, which read everything again from time to time. */
const REDIS_TIMEOUT_MS = 5000;
/** A run that was killed may have changed them before. */
const ANNOUNCED: ReadonlySet<string> = new Set(['channels', 'options']);
/** Accounts and tables that changed. */
type Announced = [updated: Imported['updated'], tables: ReadonlySet<string>];

if (process.argv.includes('--help')) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const env = environmentOrExit();
  let database: DataSource | undefined;
  try {
    const args = importArguments((await serverArguments()) ?? process.argv.slice(2));
    await checkDatabase(env);
    database = await connectToPostgres(env.DATABASE_URL, migrationOptions(env.DATABASE_URL));
    await requireKnownRelease(database, { every: true });
    return (await (args.follow ? follow : importOnce)(env, args, database)) ? 0 : 1;
  } catch (error) {
    console.error(`tollgate: not imported: ${explained(error, env)}`);
    reportToServer?.({ kind: 'failed', message: publicMessage(error, env) });
    if (error instanceof WrongArguments) console.error(`\n${USAGE}`);
    return 2;
  } finally {
    await database?.destroy();
  }
}

/** @returns whether everything is proven */
async function importOnce(env: Env, args: ImportArguments, database: DataSource): Promise<boolean> {
  const imported = await importSnapshot(env, args, database);
  const { lines, isProven, updated } = imported;
  if (!args.dryRun) await note(args, database, imported);
  for (const line of lines) console.log(line);
  reportToServer?.({ kind: 'report', lines });
  if (args.dryRun) console.log('dry run: nothing was changed');
  const isBalanced = await withLedger(env, async (ledger, redis) => {
    if (redis.status === 'ready' && !args.dryRun) await announce(database, redis, updated, ANNOUNCED);
    const report = await auditLedger(ledger, redis);
    const audit = ledgerAuditLines(report);
    for (const line of audit) console.log(line);
    reportToServer?.({ kind: 'ledger', isBalanced: report.balanced, lines: audit });
    return report.balanced;
  });
  const isComplete = isProven && isBalanced;
  reportToServer?.({ kind: 'end', isProven: isComplete });
  console.log(isComplete ? 'every imported balance is proven' : 'NOT PROVEN: see the lines above');
  return isComplete;
}

/**
 * Runs again and again until the process gets SIGINT or SIGTERM, and once more then. A run that fails after the first one, such as when
 * the source restarts, is repeated.
 */
async function follow(env: Env, args: ImportArguments, database: DataSource): Promise<boolean> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const first = await importSnapshot(env, args, database);
  // Its later runs go on with the same, every few seconds.
  await note(args, database, first);
  await announceTo(env, database, first.updated, ANNOUNCED);
  let { lines } = first;
  console.error('following: Ctrl+C ends it after one more run');
  while (!stop.signal.aborted) {
    await sleep(args.pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
    try {
      const run = await importSnapshot(env, args, database);
      if (run.updated.tables.size > 0) await announceTo(env, database, run.updated, run.updated.tables);
      lines = run.lines;
    } catch (error) {
      console.error(`${new Date().toISOString()}: ${explained(error, env)}`);
    }
  }
  for (const line of lines) console.log(line);
  console.log(
    'followed: stop the old gateway, then run once more with --update, which enters and proves balances',
  );
  return true;
}

function note(args: ImportArguments, database: DataSource, { isProven, updated }: Imported): Promise<void> {
  const { update, follow: isFollowing, parts } = args;
  const details = { update, follow: isFollowing, parts: [...parts], proven: isProven };
  return noteCommand(database, 'import', { ...details, tables: [...updated.tables] });
}

async function openSources(
  { from, logsFrom, config, withoutBudget }: ImportArguments,
  quotaPerUnit: () => Promise<number>,
): Promise<Source[]> {
  if (from.startsWith(LITELLM)) {
    const terms = { unit: await quotaPerUnit(), withoutBudget };
    return [await openLiteLlm({ place: from.slice(LITELLM.length), config, terms, environment: variable })];
  }
  if (from.startsWith(OPEN_FORMAT_PREFIX)) return [await openExport(from.slice(OPEN_FORMAT_PREFIX.length))];
  const isNeeded = (table: string) => Object.hasOwn(SOURCE_TABLES, table) && table !== 'abilities';
  const source = await openSource(from, isNeeded);
  if (logsFrom === undefined) return [source];
  try {
    return [source, await openSource(logsFrom, (table) => table === 'logs')];
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** One run on one snapshot of the source. */
async function importSnapshot(env: Env, args: ImportArguments, database: DataSource): Promise<Imported> {
  const vault = vaultOf(env);
  // Keys that are there already are found by the hash of the present secret alone.
  if (vault.lookups.length > 1)
    throw new CannotStart(
      'the secret is being rotated: finish that (npm run rotate-secret), and remove TOLLGATE_SECRET_PREVIOUS and TOLLGATE_SECRET_NEXT, before an import',
    );
  const [source, logs] = await openSources(args, async () =>
    (await OptionTexts.read(database.manager, vault)).get('QuotaPerUnit'),
  );
  if (!source) throw new Error('no source is open');
  try {
    reportToServer?.({ kind: 'source', label: source.label });
    console.error(`reading ${source.label}${logs ? `, and the log of ${logs.label}` : ''}`);
    return await importSource(database, {
      args,
      source,
      logs: logs ?? source,
      vault,
      timeouts: { midjourneys: env.MJ_TASK_TIMEOUT_MINUTES, tasks: env.TASK_TIMEOUT_MINUTES },
      ensureMonths: (times) => ensurePeriods(database, PARTITIONED.logs, months(times)),
      report: (line) => console.error(line),
      event: reportToServer,
    });
  } finally {
    await source.close();
    await logs?.close();
  }
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

async function announceTo(env: Env, database: DataSource, ...what: Announced): Promise<void> {
  await withLedger(env, async (_ledger, redis) => {
    if (redis.status === 'ready') await announce(database, redis, ...what);
  });
}

/** Connects to the databases of the ledger as `npm run books` does. Redis may be away: its status says so. */
async function withLedger<T>(env: Env, run: (ledger: DataSource, redis: Redis) => Promise<T>): Promise<T> {
  const ledger = await connectToPostgres(env.DATABASE_URL, ledgerOptions(env.DATABASE_URL));
  let redis: Redis | undefined;
  try {
    await requireShards(ledger, env);
    redis = connectRedis(env.REDIS_URL, {
      shards: env.REDIS_CLUSTER_SHARDS,
      installation: await installationId(ledger),
      retryStrategy: () => null,
    });
    redis.on('error', () => undefined);
    const failure = await failureOf(env.REDIS_URL);
    if (failure) console.error(`REDIS_URL: ${failure.line}`);
    else await ready(redis, REDIS_TIMEOUT_MS).catch((error: unknown) => console.error(String(error)));
    return await run(ledger, redis);
  } finally {
    redis?.disconnect();
    await ledger.destroy();
  }
}

/** Lets running servers read again what has changed. */
async function announce(database: DataSource, redis: Redis, ...[updated, tables]: Announced): Promise<void> {
  const events = new EventBus(redis, redis);
  if (tables.has('channels')) {
    const ids: { id: number }[] = await database.query('SELECT id FROM channels');
    await events.publish('channel.changed', { ids: ids.map(({ id }) => id) });
  }
  if (tables.has('options')) {
    const keys: { key: string }[] = await database.query('SELECT key FROM options');
    await events.publish('option.changed', { keys: keys.map(({ key }) => key) });
  }
  // Also of the account whose place the super administrator of the source took, maybe by a run that was killed.
  const adopted: { id: number }[] = await database.query(
    `SELECT DISTINCT user_id AS id FROM ledger_entries WHERE kind = 'adjust' AND request_id ~ '^import:\\d+:users:\\d+$'`,
  );
  const users = new Set([...updated.users, ...adopted.map(({ id }) => id)]);
  const tokens = [...updated.tokens];
  for (const id of users) await events.publish('user.changed', { id });
  for (const [id, userId] of tokens) await events.publish('token.changed', { id, userId });
  await new BalanceStore(new BalancesRepository(database), redis).refresh({
    users: [...users],
    tokens: tokens.map(([id]) => id),
  });
}

/** Only what is meant for people: other errors may have values of rows in their texts. */
function publicMessage(error: unknown, env: Env): string {
  const problem = explainStatement(error, env.DATABASE_URL);
  return problem instanceof CannotStart || problem instanceof CommandRefused
    ? problem.message
    : 'unexpected error: the log of the server has it';
}

function explained(error: unknown, env: Env): string {
  const problem = explainStatement(error, env.DATABASE_URL);
  if (problem instanceof CannotStart || problem instanceof CommandRefused) return problem.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
