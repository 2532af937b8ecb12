// Folder, user and log of a service.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { once } from 'node:events';
import { endProcess, look } from './processes.mjs';

const NOBODY = 65534;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 2000;

/**
 * Postgres refuses to run as root and Redis should not: as root both run as the user nobody, else as the current user.
 * @returns {{ uid: number, gid: number } | undefined}
 */
export function serviceIdentity() {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

/**
 * Returns the folder of one service: `<directory>/<name>`. Where the user nobody cannot enter it (a checkout under /root),
 * it is a link to a folder under /var/tmp.
 * @returns {string} its real path
 */
export function serviceHome(directory, name, identity) {
  const place = path.join(directory, name);
  if (!fs.lstatSync(place, { throwIfNoEntry: false })) {
    if (!identity || reaches(identity, directory)) fs.mkdirSync(place, { mode: 0o700 });
    else fs.symlinkSync(fs.mkdtempSync(`/var/tmp/tollgate-${name}-`), place);
  }
  if (!fs.existsSync(place))
    throw new Error(
      `${place} points to ${fs.readlinkSync(place)}, which is gone: restore it, or remove the link`,
    );
  const home = fs.realpathSync(place);
  if (identity && fs.statSync(home).uid !== identity.uid)
    run('chown', ['-R', `${identity.uid}:${identity.gid}`, home]);
  if (identity && !reaches(identity, home))
    throw new Error(
      `${home} cannot be reached by the user nobody, as whom ${name} runs: chmod o+x its parent folders`,
    );
  return home;
}

/** Returns whether that user can enter the folder. */
function reaches(identity, directory) {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...identity, cwd: '/' }).status === 0;
}

/** Opens a service's log for a child's stdio. A large log is renamed first; one old log is preserved. */
export function openLog(file) {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES)
    fs.renameSync(file, `${file}.1`);
  return fs.openSync(file, 'a', 0o600);
}

/** Returns the end of a service's log, to report why it did not start. */
export function logTail(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').slice(-LOG_TAIL_BYTES).trim() : '';
}

/**
 * Stops the service that a killed launcher has left running.
 * @param {string} pidFile the service's own pid file, with the pid in the first line
 * @param {string} program part of its command line
 * @param {string} workingDirectory its working directory, so that other services of the same kind are not stopped
 * @returns {Promise<void>}
 */
export async function endLeftover(pidFile, program, workingDirectory) {
  if (!fs.existsSync(pidFile)) return;
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  const seen = pid > 1 ? look(pid) : undefined;
  const ours = seen?.command.includes(program) && (seen.directory ?? workingDirectory) === workingDirectory;
  if (ours) await endProcess(pid, { signal: 'SIGINT', patienceMs: 30_000 });
  // The pid may have been reused; a service that trusts the file would refuse to start.
  else fs.rmSync(pidFile);
}

/** Returns a free port of 127.0.0.1. */
export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Runs a command to its end. Throws with its stderr if it fails. */
export function run(command, args, options) {
  const { status, stderr, error } = spawnSync(command, args, { cwd: '/', ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`);
}
