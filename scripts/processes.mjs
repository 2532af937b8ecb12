// What the operating system knows of a process, and how one is ended. Works without `ps` where /proc exists.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ command: string, startedAt: string, directory: string | undefined }} Seen
 * `startedAt` has no unit; together with the pid it names one process for ever, so a reused pid is noticed.
 */

/**
 * @param {number} pid
 * @returns {Seen | undefined} undefined when there is no such process, or only its zombie
 */
export function look(pid) {
  return fs.existsSync('/proc/self/stat') ? lookInProc(pid) : askPs(pid);
}

/**
 * Is this the very process that was recorded?
 * @param {{ pid: number, startedAt: string }} recorded
 */
export function isRunning({ pid, startedAt }) {
  return look(pid)?.startedAt === startedAt;
}

/**
 * Ends a process that is not our child: asks, waits, then insists.
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

/** A process may end between the look and the signal: that is what was wanted. */
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
  // The second field is the program's name in parentheses and may hold anything; the third is the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : { command, startedAt: fields[19], directory: directoryOf(pid) };
}

/** Other users' processes do not show theirs. */
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
