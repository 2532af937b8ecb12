import '../core/stack-traces.js';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import '../database/options.js';
import { environmentOrExit } from '../core/env.js';
import { installationId, requireShards } from '../core/redis/installation.js';
import { version } from '../core/version.js';
import { requireKnownRelease } from '../database/release-check.js';
import { BackupRefused } from './backup-format.js';
import { BackupRepository } from './backup.repository.js';
import { makeBackup } from './make-backup.js';
import { newBackup } from './places/places.js';
import { isS3 } from './places/s3.js';
import { commandArguments, runCommand } from '../core/commands/run-command.js';
import { connectClient, connectMemory, openDatabase } from '../database/command-connections.js';

// `npm run backup -- --to PLACE` writes all tables to files; see docs/backup.md. Exit code 2: no backup was made.
const USAGE = `npm run backup -- --to FOLDER|s3://BUCKET/PREFIX [--encrypt-to age1…|FILE]

  --to PLACE           the backup is a folder in it, named after its time; or objects in a bucket of S3
  --encrypt-to KEY     public key of age (https://age-encryption.org), or a file that has one`;

const PUBLIC_KEY = /^age1[0-9a-z]+$/m;

await runCommand('no backup was made', USAGE, async () => {
  const { to, 'encrypt-to': encryptTo } = commandArguments(['to'], ['encrypt-to']);
  const env = environmentOrExit();
  const recipient = encryptTo === undefined ? undefined : await publicKey(encryptTo);
  const database = await openDatabase(env, []);
  let installation: string;
  try {
    await requireKnownRelease(database, { every: true });
    await requireShards(database, env);
    installation = await installationId(database);
  } finally {
    await database.destroy();
  }
  const redis = await connectMemory(env, installation);
  const client = await connectClient(env.DATABASE_URL);
  try {
    const report = (line: string) => console.log(line);
    const begin = (name: string) => newBackup(env, to, name);
    const { name, at } = await makeBackup(client, redis, { begin, recipient, release: version, report });
    console.log(`backup: ${name}`);
    // By it, `npm run migrate -- --check` knows that there is a backup. The backup is complete without it.
    await new BackupRepository(client)
      .record({ at, release: version, folder: isS3(name) ? name : path.resolve(name) })
      .catch((error: unknown) =>
        console.error(`tollgate: the backup is not noted in the database: ${String(error)}`),
      );
    return 0;
  } finally {
    redis.disconnect();
    await client.end().catch(() => undefined);
  }
});

async function publicKey(text: string): Promise<string> {
  const content = PUBLIC_KEY.test(text) ? text : await readFile(text, 'utf8').catch(() => '');
  const [found] = PUBLIC_KEY.exec(content) ?? [];
  if (found === undefined)
    throw new BackupRefused('--encrypt-to is neither a public key of age nor a file with one');
  return found;
}
