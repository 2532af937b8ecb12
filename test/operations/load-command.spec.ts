import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { GatewayProcesses } from '../books/gateway-processes.js';

let gateway: GatewayProcesses;
let key: string;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
  key = (await gateway.member(50_000_000)).keys[0]!;
});
afterAll(() => gateway?.close());

/** Runs the command beside the gateway. @returns its exit code and what it printed */
async function load(...args: string[]): Promise<[number | null, string]> {
  const child = spawn(process.execPath, ['test/load/load.mjs', ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await once(child, 'close');
  return [child.exitCode, output];
}

const usual = () => ['--url', gateway.url, '--model', 'gpt-4o', '--seconds', '1', '--connections', '2'];

test.each([
  ['JSON', []],
  ['streams', ['--stream']],
  ['a rate', ['--rate', '20']],
])('load on an own installation: %s', async (_what, more) => {
  const [code, output] = await load(...usual(), '--key', key, ...more);
  expect(output).toMatch(/^Every request calls a provider and is charged/);
  expect(output).toMatch(/answers: +[1-9]\d* in 1\.\d s/);
  expect(output).toMatch(/requests\/s: +[1-9]/);
  expect(output).toMatch(/first byte: +p50 [\d.]+ ms, p99 [\d.]+ ms/);
  expect(output).toMatch(/whole answer: +p50 [\d.]+ ms, p99 [\d.]+ ms/);
  expect(output).not.toContain('failed');
  expect(code).toBe(0);
});

test('what is not answered is listed by status, and is no answer', async () => {
  const [code, output] = await load(...usual(), '--key', 'sk-wrong');
  expect(output).toMatch(/answers: +0 in/);
  expect(output).toMatch(/failed 401: +[1-9]/);
  expect(code).toBe(1);
});

test.each([
  [
    'another machine',
    ['--url', 'http://192.0.2.1:3000'],
    /192\.0\.2\.1 is another machine: .*--i-own-this-installation/,
  ],
  ['a name that only begins like loopback', ['--url', 'http://127.0.0.1.example.com'], /is another machine/],
  ['no address', ['--url', 'x'], /--url must be an http/],
  ['too long', ['--url', 'http://127.0.0.1:1', '--seconds', '601'], /--seconds must be from 1 to 600/],
  [
    'too many',
    ['--url', 'http://127.0.0.1:1', '--connections', '1001'],
    /--connections must be from 1 to 1000/,
  ],
])('nothing is sent: %s', (_what, args, message) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['test/load/load.mjs', '--key', 'k', '--model', 'm', ...args],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
});
