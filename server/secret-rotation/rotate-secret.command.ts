import '../core/stack-traces.js';
import { parseArgs } from 'node:util';
import { CommandRefused, runCommand, WrongArguments } from '../core/commands/run-command.js';
import { vaultOf } from '../core/crypto.js';
import { environmentOrExit } from '../core/env.js';
import { installationId, requireShards } from '../core/redis/installation.js';
import { requireSecrets, SecretChecksRepository } from '../core/secret-checks.repository.js';
import { connectMemory, openDatabase } from '../database/command-connections.js';
import { requireKnownRelease } from '../database/release-check.js';
import { remainderLines, remainders, resealAll, type Rotation } from './rotate-secret.js';
import { formerKeyIds } from './secret-holder.js';
import { secretHolders } from './secret-holders.js';

// `npm run rotate-secret` makes all stored values depend on the current TOLLGATE_SECRET; see docs/secret-rotation.md.
// Exit code 1: something still depends on another secret; 2: failed, and can be repeated.
const USAGE = `npm run rotate-secret [-- --check | --discard]

  --check      only reports what depends on another secret than TOLLGATE_SECRET
  --discard    also deletes what cannot be re-sealed: access tokens that were not used since, and open invitations`;

interface Arguments {
  readonly check: boolean;
  readonly discard: boolean;
}

await runCommand('the secret is not rotated', USAGE, async () => {
  const args = readArguments();
  const env = environmentOrExit();
  const vault = vaultOf(env);
  if (!args.check && env.TOLLGATE_SECRET_NEXT.length > 0)
    throw new CommandRefused(
      'TOLLGATE_SECRET_NEXT is set: first make it TOLLGATE_SECRET, and the present one TOLLGATE_SECRET_PREVIOUS, on every process',
    );
  const database = await openDatabase(env, []);
  try {
    await requireKnownRelease(database, { every: true });
    const checks = new SecretChecksRepository(database);
    requireSecrets(vault, (await checks.all()).values());
    await requireShards(database, env);
    const redis = await connectMemory(env, await installationId(database));
    try {
      return await rotate(args, checks, {
        vault,
        holders: secretHolders(database, redis, vault),
        oldest: (await checks.oldest()) ?? vault.keyId,
        report: (line) => console.log(line),
      });
    } finally {
      redis.disconnect();
    }
  } finally {
    await database.destroy();
  }
});

/** @returns the exit code */
async function rotate(
  { check, discard }: Arguments,
  checks: SecretChecksRepository,
  rotation: Rotation,
): Promise<number> {
  const { vault, oldest, report } = rotation;
  if (!check) {
    await checks.register(vault);
    await resealAll(rotation);
  }
  if (discard) await discardUnsealable(rotation);
  const found = await remainders(rotation);
  for (const line of remainderLines(vault, found)) report(line);
  const needed = new Set(found.flatMap(({ values }) => [...values.keys()]));
  if (!check) {
    const unneeded = formerKeyIds(vault).filter((keyId) => !needed.has(keyId));
    // The oldest stays last, for hashes that do not name theirs.
    await checks.retire(needed.size > 0 ? unneeded.filter((keyId) => keyId !== oldest) : unneeded);
  }
  report(
    needed.size === 0
      ? 'everything depends on the present TOLLGATE_SECRET: TOLLGATE_SECRET_PREVIOUS can be removed'
      : 'NOT DONE: keep TOLLGATE_SECRET_PREVIOUS, and run this again',
  );
  return needed.size === 0 ? 0 : 1;
}

async function discardUnsealable({ holders, vault, oldest, report }: Rotation): Promise<void> {
  for (const { name, unsealable } of holders) {
    const count = (await unsealable?.discard(vault.keyId, oldest)) ?? 0;
    if (count > 0) report(`${name}: ${count} deleted`);
  }
}

function readArguments(): Arguments {
  try {
    const { values } = parseArgs({ options: { check: { type: 'boolean' }, discard: { type: 'boolean' } } });
    const { check = false, discard = false } = values;
    if (check && discard) throw new Error('--check changes nothing: leave --discard out');
    return { check, discard };
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? error.message : String(error));
  }
}
