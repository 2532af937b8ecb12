import '../core/stack-traces.js';
import type { Redis } from 'ioredis';
import { readFile } from 'node:fs/promises';
import '../database/options.js';
import { noteCommand } from '../audit/command-entry.repository.js';
import { auditLedger, ledgerOptions } from '../billing/ledger/ledger-audit.js';
import { ledgerAuditLines } from '../billing/ledger/ledger-audit-lines.js';
import { vaultOf } from '../core/crypto.js';
import { environmentOrExit, type Env } from '../core/env.js';
import { ledgersOf } from '../core/redis/cluster/cluster-redis.js';
import { keysOf } from '../core/redis/scripts/keys.js';
import { connectToPostgres } from '../database/connect.js';
import { requireKnownRelease } from '../database/release-check.js';
import { BackupRefused } from './backup-format.js';
import { commandArguments, runCommand } from '../core/commands/run-command.js';
import { connectClient, connectMemory, openDatabase } from '../database/command-connections.js';
import { storedBackup } from './places/places.js';
import { restoreBackup, type RestoreSource } from './restore-backup.js';

// `npm run restore -- --from PLACE` fills an empty database from a backup; see docs/backup.md.
// Exit code 1: restored, but the ledger does not balance; 2: not restored.
const USAGE = `npm run restore -- --from FOLDER|s3://BUCKET/PREFIX/NAME [--identity FILE]

  --from PLACE         the folder of the backup, or its address in a bucket of S3
  --identity FILE      file with the private key of an encrypted backup, as age-keygen writes it`;

const PRIVATE_KEY = /^AGE-SECRET-KEY-[0-9A-Z-]+$/m;

await runCommand('not restored', USAGE, async () => {
  const { from, identity: identityFile } = commandArguments(['from'], ['identity']);
  const env = environmentOrExit();
  const identity = identityFile === undefined ? undefined : await privateKey(identityFile);
  // Also checks that Postgres can be used at all.
  const database = await openDatabase(env, []);
  try {
    await requireKnownRelease(database, { every: true });
  } finally {
    await database.destroy();
  }
  const redis = await connectMemory(env, '');
  try {
    await requireEmpty(redis);
    const report = (line: string) => console.log(line);
    await restore(env, { backup: await storedBackup(env, from), identity, vault: vaultOf(env), report });
    const balanced = await audit(env, redis);
    console.log(balanced ? 'restored' : 'RESTORED, BUT THE LEDGER DOES NOT BALANCE');
    return balanced ? 0 : 1;
  } finally {
    redis.disconnect();
  }
});

async function privateKey(file: string): Promise<string> {
  const [found] = PRIVATE_KEY.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
  if (found === undefined) throw new BackupRefused(`${file} has no private key of age`);
  return found;
}

/** Balances in Redis that are newer than the backup would be used instead of its own. */
async function requireEmpty(redis: Redis): Promise<void> {
  const used = await Promise.all(
    ledgersOf(redis).map((ledger) => {
      const { installation, epoch, journal } = keysOf(ledger);
      return ledger.exists(installation, epoch, journal);
    }),
  );
  if (used.some((keys) => keys > 0))
    throw new BackupRefused(
      'REDIS_URL: this Redis has balances and charges of an installation. Stop its servers and workers, then empty it (FLUSHDB), or name another one',
    );
}

async function restore(env: Env, source: RestoreSource): Promise<void> {
  const client = await connectClient(env.DATABASE_URL);
  try {
    const { at, release } = await restoreBackup(source, {
      client,
      openDatabase: (names) => openDatabase(env, names),
    });
    await noteCommand(client, 'restore', { at, release });
    console.log(`the backup of ${at}, made by release ${release}, is in the database`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function audit(env: Env, redis: Redis): Promise<boolean> {
  const ledger = await connectToPostgres(env.DATABASE_URL, ledgerOptions(env.DATABASE_URL));
  try {
    const report = await auditLedger(ledger, redis);
    for (const line of ledgerAuditLines(report)) console.log(line);
    return report.balanced;
  } finally {
    await ledger.destroy();
  }
}
