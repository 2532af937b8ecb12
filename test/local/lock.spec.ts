import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AlreadyRunning, holderOf, takeLock } from '../../scripts/lock.mjs';
import { look } from '../../scripts/processes.mjs';
import { generatedSecret } from '../../scripts/settings.mjs';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a data directory has one launcher at a time', () => {
  const lock = takeLock(directory);
  lock.record({ url: 'http://here' });
  expect(() => takeLock(directory)).toThrow(AlreadyRunning);
  expect(() => takeLock(directory)).toThrow('http://here');
  expect(holderOf(directory)?.pid).toBe(process.pid);
  lock.release();
  takeLock(directory).release();
});

test('a lock whose pid belongs to another process by now is taken', () => {
  leave({ pid: process.pid, startedAt: 'long ago', env: {}, children: [] });
  expect(holderOf(directory)).toBeUndefined();
  takeLock(directory);
  expect(holderOf(directory)?.pid).toBe(process.pid);
});

test('a lock file torn by a power cut is taken', () => {
  writeFileSync(join(directory, 'launcher.json'), '{"pid": 12');
  takeLock(directory);
  expect(holderOf(directory)?.pid).toBe(process.pid);
});

test('what a dead launcher left running is ended, and nothing else', async () => {
  const left = spawn('sleep', ['60']);
  const spared = spawn('sleep', ['60']);
  const ended = new Promise((resolve) => left.once('exit', (_code, signal) => resolve(signal)));
  leave({
    pid: 1,
    startedAt: 'another boot',
    env: {},
    children: [
      { pid: left.pid, startedAt: look(left.pid!)?.startedAt },
      { pid: spared.pid, startedAt: 'another process of that number' },
    ],
  });
  await takeLock(directory).endInherited(5000, () => undefined);
  expect(await ended).toBe('SIGTERM');
  expect(look(spared.pid!)).toBeDefined();
  spared.kill();
});

test('a generated secret stays, is for its owner only, and is not made anew where databases exist', () => {
  const secret = generatedSecret(directory);
  const file = join(directory, 'secret');
  expect(secret.length).toBeGreaterThanOrEqual(16);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(generatedSecret(directory)).toBe(secret);
  expect(readFileSync(file, 'utf8').trim()).toBe(secret);

  mkdirSync(join(directory, 'postgres'));
  rmSync(file);
  expect(() => generatedSecret(directory)).toThrow('is missing');
  expect(existsSync(file)).toBe(false);
});

function leave(holder: object): void {
  writeFileSync(join(directory, 'launcher.json'), JSON.stringify(holder));
}
