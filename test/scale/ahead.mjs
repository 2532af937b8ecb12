// The benchmark ahead of whatever else the machine does, so that other work is not measured with it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Above every ordinary process; the lowest of Linux' real-time priorities is enough. */
const PRIORITY = '1';

/**
 * Gives this process and all below it real-time scheduling. They work on one request at a time, so the others are slowed
 * down only while it is answered.
 * @throws without the right to do so (root), or where there is no `chrt`
 */
export function goAhead() {
  for (const pid of [process.pid, ...below(process.pid)]) {
    const { status, stderr, error } = spawnSync('chrt', ['-a', '-r', '-p', PRIORITY, String(pid)]);
    if (error !== undefined || (status !== 0 && fs.existsSync(`/proc/${pid}`)))
      throw new Error(`--ahead: ${error?.message ?? stderr.toString().trim()}`);
  }
}

function below(pid) {
  return fs
    .readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter((child) => child !== '')
    .flatMap((child) => [child, ...below(child)]);
}
