// Information about processes and how to end them. Works without `ps` where /proc exists.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ command: string, startedAt: string, directory: string | undefined }} Seen
 * `startedAt` has no defined unit; together with the pid it identifies a process uniquely, so that a reused pid is noticed.
 */

/**
 * @param {number} pid
 * @returns {Seen | undefined} undefined if there is no such process, or only its zombie
 */
export function look(pid) {
  return fs.existsSync('/proc/self/stat') ? lookInProc(pid) : askPs(pid);
}

/**
 * Returns whether the recorded process is still running.
 * @param {{ pid: number, startedAt: string }} recorded
 */
export function isRunning({ pid, startedAt }) {
  return look(pid)?.startedAt === startedAt;
}

/**
 * Ends a process that is not a child of this one: sends the signal, waits, then kills it.
 * @param {number} pid
 * @param {{ signal: NodeJS.Signals, patienceMs: number }} how
 */
export async function endProcess(pid, { signal, patienceMs }) {
  const before = look(pid);
  if (!before) return;
  send(pid, signal);
  if (await gone(pid, before.startedAt, patienceMs)) return;
  send(pid, 'SIGKILL');
  await gone(pid, before.startedAt, 5000);
}

/** Ignores a process that ended before the signal. */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

async function gone(pid, startedAt, patienceMs) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50))
    if (!isRunning({ pid, startedAt })) return true;
  return false;
}

function lookInProc(pid) {
  let stat;
  let command;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
  // The second field is the program's name in parentheses and may contain any characters; the third is the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : { command, startedAt: fields[19], directory: directoryOf(pid) };
}

/** Undefined for processes of other users, whose directory cannot be read. */
function directoryOf(pid) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'ESRCH'].includes(error.code)) return undefined;
    throw error;
  }
}

function askPs(pid) {
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=,args=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (status !== 0) return undefined;
  return { startedAt: stdout.slice(0, 24), command: stdout.slice(24).trim(), directory: undefined };
}
