import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { findProgram } from '../../scripts/packages.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';
import { Databases } from './databases.js';

/** Some user that has no account here and owns nothing of the program, in the group of root, as OpenShift runs containers. */
const UID = 12_345;
const root = resolve(import.meta.dirname, '../..');
/** Only root can become another user. */
const canSwitch = process.getuid?.() === 0 && findProgram('setpriv') !== undefined;

let databases: Databases;
let server: ChildProcess;
let url: string;
let output = '';
let directory: string;

beforeAll(async () => {
  databases = await Databases.start();
  expect((await databases.run('server/database/migrate.js'))[0]).toBe(0);
  directory = join(databases.directory, 'volume');
  mkdirSync(directory);
  chmodSync(directory, 0o770);
  if (canSwitch) chownSync(directory, 0, 0);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const program = [process.execPath, join(root, 'dist/server/main.js')];
  const switched = ['setpriv', `--reuid=${UID}`, '--regid=0', '--clear-groups', ...program];
  const [command = '', ...args] = canSwitch ? switched : program;
  server = spawn(command, args, {
    // Neither the folder of the program nor one that can be written to.
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databases.postgresUrl(),
      REDIS_URL: databases.redisUrl(),
      TOLLGATE_SECRET: 'the secret of deployments',
      TOLLGATE_DATA_DIR: directory,
      KEEP_ALIVE_TIMEOUT: '2',
      DRAIN_DELAY: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await until(
    async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200,
    () => output,
  );
});
afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await databases?.close();
});

test('a server of another user, in a folder that it cannot write to, serves the console', async () => {
  const page = await fetch(url);
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ]);
  const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
  expect((await fetch(url + script)).status).toBe(200);
  expect((await fetch(`${url}/api/status`)).status).toBe(200);
});

test('it writes to its data directory only', () => {
  expect(readdirSync(directory)).toEqual(expect.arrayContaining(['spool']));
  if (canSwitch) expect(statSync(join(directory, 'spool')).uid).toBe(UID);
  expect(output).not.toMatch(/EACCES|EROFS|EPERM/);
});

test('an idle connection is kept for KEEP_ALIVE_TIMEOUT, which responses announce', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => void (text += chunk.toString()));
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => text.includes('\r\n\r\n'));
  const since = performance.now();
  expect(text).toMatch(/^keep-alive: timeout=2\r$/im);
  await once(socket, 'close');
  expect(performance.now() - since).toBeGreaterThan(1500);
});
