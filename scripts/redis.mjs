// Starts Redis for local runs: the system's redis-server, which is installed if it is missing.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeptRunning } from './keep-running.mjs';
import { findProgram, installPackages } from './packages.mjs';
import { endLeftover, freePort, logTail, openLog, serviceHome, serviceIdentity } from './service-home.mjs';

/** Reading a long append-only file takes a while. */
const START_LIMIT_MS = 300_000;

/**
 * @param {{
 *   directory: string, lasting: boolean, password: string, report: (line: string) => void, changed?: () => void,
 * }} options `lasting`: false for tests, which store nothing on disk
 * @returns {Promise<{ url: string, program: KeptRunning, remove: () => void }>} not started yet
 */
export async function prepareRedis({ directory, lasting, password, report, changed }) {
  if (!findProgram('redis-server')) {
    report('installing redis-server');
    installPackages({ 'apt-get': ['redis-server'], apk: ['redis'], dnf: ['redis'], brew: ['redis'] });
  }
  const command = findProgram('redis-server');
  if (!command) throw new Error('redis-server is not installed: install it, or set REDIS_URL');
  const identity = serviceIdentity();
  const home = serviceHome(directory, 'redis', identity);
  const pidFile = path.join(home, 'redis.pid');
  await endLeftover(pidFile, 'redis-server', home);

  const port = await freePort();
  const log = path.join(home, 'log');
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir ${JSON.stringify(home)}`,
    `pidfile ${JSON.stringify(pidFile)}`,
    'databases 64',
    'save ""',
    // The journal is in Redis until it is posted: no key may be evicted, and a crash may lose at most a second.
    'maxmemory-policy noeviction',
    `appendonly ${lasting ? 'yes' : 'no'}`,
    'appendfsync everysec',
  ];
  const program = new KeptRunning({
    name: 'Redis',
    launch: () => {
      const output = openLog(log);
      // Passes the settings by stdin, because every user can read the password from a command line.
      const child = spawn(command, ['-'], {
        ...identity,
        cwd: home,
        detached: true,
        stdio: ['pipe', output, output],
      });
      fs.closeSync(output);
      child.stdin.on('error', (error) => report(`Redis did not take its settings: ${error.message}`));
      child.stdin.end(settings.join('\n'));
      return child;
    },
    ready: (child) => ready(child, port, password, log),
    ending: { signal: 'SIGTERM', patienceMs: 30_000, last: 'SIGKILL' },
    report,
    changed,
  });
  const remove = () => fs.rmSync(home, { recursive: true, force: true });
  return { url: `redis://:${password}@127.0.0.1:${port}`, program, remove };
}

async function ready(child, port, password, log) {
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await sleep(30)) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      throw new Error(`Redis did not start:\n${logTail(log)}`);
    if (await answers(port, password)) return;
  }
  throw new Error(`Redis is not ready after ${START_LIMIT_MS / 1000} s:\n${logTail(log)}`);
}

/** False while it is not listening yet or still loading its file. */
async function answers(port, password) {
  const socket = net.connect(port, '127.0.0.1').setTimeout(1000);
  socket.on('timeout', () => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (/\+PONG|-\w+/.test(text)) socket.destroy();
  });
  socket.on('error', (error) => (text = error.code));
  socket.write(`AUTH ${password}\r\nPING\r\n`);
  await new Promise((closed) => socket.on('close', closed));
  return text.includes('+PONG');
}
