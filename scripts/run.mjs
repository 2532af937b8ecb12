// Runs one built program on the local databases: node scripts/run.mjs <script> [arguments].
// Uses those of the running launcher, or starts them for the duration of the program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { holderOf, takeLock } from './lock.mjs';
import { Services } from './services.mjs';
import { generatedSecret, makeDirectory, readSettings, root, servicePassword } from './settings.mjs';

const [script, ...args] = process.argv.slice(2);

try {
  process.exitCode = await run();
} catch (error) {
  for (const line of error.message.split('\n')) complain(line);
  process.exitCode = 1;
}

async function run() {
  const { directory, environment, patienceMs } = await readSettings();
  const program = path.join(root, script);
  if (!fs.existsSync(program)) throw new Error(`${script} is not built: run npm run build`);
  const needed = { postgres: !environment.DATABASE_URL, redis: !environment.REDIS_URL };
  makeDirectory(directory);
  environment.TOLLGATE_SECRET ??= generatedSecret(directory);
  if (!needed.postgres && !needed.redis) return await end(program, environment);
  const holder = holderOf(directory);
  if (holder && !['DATABASE_URL', 'REDIS_URL'].every((name) => environment[name] || holder.env[name]))
    throw new Error('npm start is still starting, or was given databases of its own: name them here too');
  if (holder) return await end(program, { ...environment, ...holder.env });

  const lock = takeLock(directory);
  await lock.endInherited(patienceMs, complain);
  const password = servicePassword(directory);
  const services = new Services({ directory, lasting: true, password, needed, report: complain });
  try {
    await services.start();
    return await end(program, { ...environment, ...services.env });
  } finally {
    await services.stop();
    lock.release();
  }
}

/** @returns {Promise<number>} exit code of the program */
async function end(program, env) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  // Forwards signals instead of exiting, so that the cleanup after the program still runs.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

function complain(line) {
  console.error(`tollgate: ${line}`);
}
