import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holderOf } from '../../scripts/lock.mjs';
import { isRunning, look } from '../../scripts/processes.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';
import { Launched } from './launched.js';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-launcher-'));
let environment: Record<string, string>;
const launchers: Launched[] = [];

beforeAll(async () => {
  // The databases run as nobody when we are root, and stay in the directory when nobody can get there.
  chmodSync(directory, 0o711);
  environment = { TOLLGATE_DATA_DIR: join(directory, 'data'), PORT: String(await freePort()) };
});

afterAll(async () => {
  for (const launcher of launchers) launcher.signal('SIGTERM');
  await Promise.all(launchers.map(({ ended }) => ended));
  rmSync(directory, { recursive: true, force: true });
});

test('invalid variables stop the start with one line each, before anything is made', async () => {
  const launcher = launch({ PORT: 'many', WEB_CONCURRENCY: '0', REDIS_URL: 'http://there' });
  expect(await launcher.ended).toBe(1);
  const lines = launcher.output.trim().split('\n');
  expect(lines.map((line) => /^tollgate: (\w+): /.exec(line)?.[1])).toEqual([
    'PORT',
    'REDIS_URL',
    'WEB_CONCURRENCY',
  ]);
  expect(statSync(data(), { throwIfNoEntry: false })).toBeUndefined();
});

test('a database that does not answer is named without its password', async () => {
  const launcher = launch({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/x' });
  expect(await launcher.ended).toBe(1);
  expect(launcher.output).toMatch(/^tollgate: DATABASE_URL: .*ECONNREFUSED/);
  expect(launcher.output).not.toContain('hush');
});

test('one command starts everything, and survives the death of any of its processes', async () => {
  const first = launch();
  await first.prints('Tollgate is ready');
  expect(first.output).toContain('root / 123456');
  expect(await statusOf('/api/status')).toBe(200);
  const secret = readFileSync(data('secret'), 'utf8');
  expect(statSync(data('secret')).mode & 0o777).toBe(0o600);
  expect(statSync(data('launcher.json')).mode & 0o777).toBe(0o600);

  const second = launch();
  expect(await second.ended).toBe(1);
  expect(second.output).toContain('already running');
  const elsewhere = launch({ TOLLGATE_DATA_DIR: join(directory, 'other') });
  expect(await elsewhere.ended).toBe(1);
  expect(elsewhere.output).toMatch(/^tollgate: PORT: \d+ is used by another program/);

  const [, worker] = children();
  process.kill(worker!.pid, 'SIGKILL');
  await first.prints('worker ended (SIGKILL)');
  await until(() => children().length === 2 && children().every(isRunning));
  expect(await statusOf('/api/status')).toBe(200);

  const left = children();
  first.signal('SIGKILL');
  expect(await first.ended).toBeNull();
  const again = launch();
  await again.prints('Tollgate is ready');
  expect(left.some(isRunning)).toBe(false);
  expect(await statusOf('/api/status')).toBe(200);
  expect(readFileSync(data('secret'), 'utf8')).toBe(secret);

  const all = [...children(), ...services()];
  expect(all).toHaveLength(4);
  again.signal('SIGTERM');
  expect(await again.ended).toBe(0);
  expect(all.some(isRunning)).toBe(false);
  expect(holderOf(data())).toBeUndefined();
});

function launch(more: Record<string, string> = {}): Launched {
  const launcher = new Launched({ ...environment, ...more });
  launchers.push(launcher);
  return launcher;
}

function data(name = ''): string {
  return join(directory, 'data', name);
}

function children(): { pid: number; startedAt: string }[] {
  return holderOf(data())?.children ?? [];
}

function services(): { pid: number; startedAt: string }[] {
  return ['postgres/cluster/postmaster.pid', 'redis/redis.pid'].map((file) => {
    const pid = Number.parseInt(readFileSync(data(file), 'utf8'), 10);
    return { pid, startedAt: look(pid)?.startedAt ?? 'gone' };
  });
}

async function statusOf(path: string): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${environment.PORT}${path}`);
  return status;
}
