// Where a database keeps its files, and as whom it runs.
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
 * Postgres refuses to run as root and Redis had better not: both run as nobody then, otherwise as we do.
 * @returns {{ uid: number, gid: number } | undefined}
 */
export function serviceIdentity() {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

/**
 * The folder of one service: `<directory>/<name>`. Where nobody cannot get there (a checkout under /root), that is a link
 * to a folder under /var/tmp.
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

/** Can that user enter this folder? */
function reaches(identity, directory) {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...identity, cwd: '/' }).status === 0;
}

/** A service's log, for a child's stdio. Starts anew when it has grown large; the one before is kept. */
export function openLog(file) {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES)
    fs.renameSync(file, `${file}.1`);
  return fs.openSync(file, 'a', 0o600);
}

/** The end of a service's log, to say why it did not start. */
export function logTail(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').slice(-LOG_TAIL_BYTES).trim() : '';
}

/**
 * A launcher that was killed outright leaves its services behind; take their place.
 * @param {string} pidFile the service's own, its pid in the first line
 * @param {string} program part of its command line
 * @param {string} workingDirectory the folder it works in: another service of the same kind is left alone
 * @returns {Promise<void>}
 */
export async function endLeftover(pidFile, program, workingDirectory) {
  if (!fs.existsSync(pidFile)) return;
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  const seen = pid > 1 ? look(pid) : undefined;
  const ours = seen?.command.includes(program) && (seen.directory ?? workingDirectory) === workingDirectory;
  if (ours) await endProcess(pid, { signal: 'SIGINT', patienceMs: 30_000 });
  // The pid may belong to someone else by now; a service that trusts the file would refuse to start.
  else fs.rmSync(pidFile);
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Runs a command to its end; throws what it said when it fails. */
export function run(command, args, options) {
  const { status, stderr, error } = spawnSync(command, args, { cwd: '/', ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`);
}
