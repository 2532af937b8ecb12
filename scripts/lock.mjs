// One launcher per data directory. The lock file also records what runs, for the next start and for `npm run books`.
import fs from 'node:fs';
import path from 'node:path';
import { endProcess, isRunning, look } from './processes.mjs';

/**
 * @typedef {{ pid: number, startedAt: string }} Recorded
 * @typedef {{
 *   endInherited: (patienceMs: number, report: (line: string) => void) => Promise<void>,
 *   record: (news: Partial<Holder>) => void,
 *   release: () => void,
 * }} Lock `endInherited` stops the programs of a killed launcher; until then they stay recorded
 * @typedef {Recorded & { url?: string, env: Record<string, string>, children: Recorded[] }} Holder
 */

/** Another launcher is running on the same data directory. */
export class AlreadyRunning extends Error {
  /** @param {Holder} holder @param {string} directory */
  constructor(holder, directory) {
    super(
      `already running on ${directory} (process ${holder.pid}${holder.url ? `, ${holder.url}` : ''}): ` +
        'stop it first, or set TOLLGATE_DATA_DIR and PORT to run another one beside it',
    );
  }
}

/**
 * Returns the running launcher of the directory, if any.
 * @param {string} directory
 * @returns {Holder | undefined}
 */
export function holderOf(directory) {
  const holder = read(lockFile(directory));
  return holder && isRunning(holder) ? holder : undefined;
}

/**
 * Locks the directory, also if its last launcher died without releasing it.
 * @param {string} directory
 * @returns {Lock}
 * @throws {AlreadyRunning}
 */
export function takeLock(directory) {
  const file = lockFile(directory);
  const draft = `${file}.${process.pid}`;
  const stale = `${draft}.stale`;
  /** @type {Holder} */
  let mine = { pid: process.pid, startedAt: look(process.pid).startedAt, env: {}, children: [] };
  for (;;) {
    write(draft, mine);
    if (link(draft, file)) break;
    const holder = holderOf(directory);
    if (holder) throw discard(draft, new AlreadyRunning(holder, directory));
    if (!rename(file, stale)) continue;
    const taken = read(stale);
    // Another launcher may have taken the lock between the check and the rename: restore its lock.
    if (taken && isRunning(taken)) link(stale, file);
    else mine = { ...mine, children: taken?.children ?? [] };
    fs.rmSync(stale, { force: true });
  }
  fs.rmSync(draft);
  return {
    endInherited: async (patienceMs, report) => {
      const left = mine.children.filter(isRunning);
      if (!left.length) return;
      report('waiting for the end of a run whose launcher was killed');
      await Promise.all(left.map(({ pid }) => endProcess(pid, { signal: 'SIGTERM', patienceMs })));
    },
    record: (news) => {
      mine = { ...mine, ...news };
      write(draft, mine);
      fs.renameSync(draft, file);
    },
    release: () => fs.rmSync(file, { force: true }),
  };
}

function lockFile(directory) {
  return path.join(directory, 'launcher.json');
}

function write(file, holder) {
  // Only its owner may read it, because the addresses contain the services' password.
  fs.writeFileSync(file, JSON.stringify(holder), { mode: 0o600 });
}

/** Undefined for a missing file, and for one that a power cut has truncated. */
function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function link(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function rename(from, to) {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function discard(draft, error) {
  fs.rmSync(draft, { force: true });
  return error;
}
