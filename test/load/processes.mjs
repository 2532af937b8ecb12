// Processes of the benchmark: where they run, what they use.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const TICKS_PER_SECOND = 100;
const pinnable = os.availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** The core of what is measured; everything else shares the others. */
const MEASURED_CORE = '0';
const OTHER_CORES = `1-${os.cpus().length - 1}`;

/** Moves this process, and with it what it starts, off the measured core. */
export function leaveMeasuredCore() {
  if (pinnable) spawnSync('taskset', ['-a', '-p', '-c', OTHER_CORES, String(process.pid)]);
  return pinnable;
}

/**
 * Starts a Node program with an IPC channel.
 * @param {string[]} args
 * @param {{ measured?: boolean, env?: NodeJS.ProcessEnv, quiet?: boolean, directory?: string, node?: string }} options
 *   `directory`: the checkout that the program belongs to; `node`: path of another Node binary
 */
export function startNode(
  args,
  { measured = false, env = process.env, quiet = false, directory = root, node = process.execPath } = {},
) {
  const command = [node, ...args];
  if (pinnable && measured) command.unshift('taskset', '-c', MEASURED_CORE);
  const output = quiet ? 'ignore' : 'inherit';
  return spawn(command[0], command.slice(1), {
    cwd: directory,
    env,
    stdio: ['ignore', output, 'inherit', 'ipc'],
    // Not in the terminal's group: an interrupt reaches the benchmark alone, which ends the rest in order.
    detached: true,
  });
}

/** The next message of a program that has `key`. Rejects when the program ends before. */
export function messageOf(child, key) {
  return new Promise((resolve, reject) => {
    const onMessage = (message) => {
      if (!(key in message)) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message[key]);
    };
    const onExit = (code) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.on('message', onMessage);
    child.once('exit', onExit);
  });
}

export async function endProcess(child, patienceMs = 20_000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await exit;
  clearTimeout(insist);
}

/** User and system time of a process and of all its descendants so far, including those that have ended, seconds. */
export function treeCpuSeconds(pid) {
  const { own, ended } = cpuTicks(pid);
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  let seconds = (own + ended) / TICKS_PER_SECOND;
  for (const child of children ? children.split(' ') : []) {
    try {
      seconds += treeCpuSeconds(Number(child));
    } catch (error) {
      // It ended between the two reads, and its parent has its time now.
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  }
  return seconds;
}

function cpuTicks(pid) {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields are counted after the name, which may hold spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return { own: fields[11] + fields[12], ended: fields[13] + fields[14] };
}

/** CPU time that the whole machine has used or lost to other virtual machines so far, seconds. */
export function machineCpuSeconds() {
  const [user, nice, system, , , irq, softirq, steal] = /^cpu +(.*)/
    .exec(fs.readFileSync('/proc/stat', 'utf8'))[1]
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
}

/** Resident memory of a process, MiB. */
export function residentMiB(pid) {
  const kib = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}
