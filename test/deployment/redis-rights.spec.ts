import { readFileSync } from 'node:fs';
import { criteria } from '../books/clients.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';

const PASSWORD = 'of-the-acl-user';

/** The command of docs/deployment.md, as words. */
function documentedRights(): string[] {
  const [line] = /^ACL SETUSER tollgate .*$/m.exec(readFileSync('docs/deployment.md', 'utf8')) ?? [];
  if (line === undefined) throw new Error('docs/deployment.md names no rights');
  return line.replace('>PASSWORD', `>${PASSWORD}`).split(' ').slice(1);
}

let gateway: GatewayProcesses;
let programs: Program[];
let environment: Record<string, string>;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
  await gateway.server.end('SIGTERM');
  await gateway.worker.end('SIGTERM');
  // Nothing that the administrator has stored hides a missing right.
  await gateway.redis.flushdb();
  await gateway.redis.call('ACL', ...documentedRights());
  await gateway.redis.call('ACL', 'LOG', 'RESET');
  const url = new URL(gateway.environment.REDIS_URL!);
  url.username = 'tollgate';
  url.password = PASSWORD;
  environment = { ...gateway.environment, REDIS_URL: url.href, CHANNEL_TEST_FREQUENCY: '1' };
  programs = ['server/main.js', 'worker/main.js'].map((script) => new Program(script, environment));
  for (const program of programs) program.start();
  await until(
    async () => (await gateway.readiness()) === 200,
    () => programs.map(({ output }) => output).join(''),
  );
});
afterAll(async () => {
  await Promise.all((programs ?? []).map((program) => program.end('SIGKILL')));
  await gateway?.close();
});

test('a user of Redis with the documented rights serves, posts, audits and works off queues', async () => {
  await gateway.signIn();
  const member = await gateway.member(5_000_000, 2, 1_000_000);
  for (const key of member.keys)
    for (const wish of [criteria.json, criteria.stream, criteria.translated])
      expect(await gateway.clients.ask(key, wish)).toMatchObject({ status: 200, whole: true });
  const tests = await gateway.call('GET', '/api/channel/test');
  expect(await tests.json()).toMatchObject({ success: true });
  await gateway.quiet();
  const books = new Program('server/billing/ledger/ledger-audit.command.js', environment);
  expect([await books.run(), books.output]).toEqual([0, expect.not.stringContaining('NOPERM')]);
  const denied = (await gateway.redis.call('ACL', 'LOG')) as unknown[];
  expect(denied).toEqual([]);
  const output = programs.map((program) => program.output).join('');
  expect(output).not.toMatch(/NOPERM/);
  for (const program of programs) expect(await program.end('SIGTERM')).toBe(0);
  expect(await gateway.redis.call('ACL', 'LOG')).toEqual([]);
});

test('these rights do not include commands that administer or empty the server', async () => {
  const run = async (...command: string[]) =>
    String(await gateway.redis.call('ACL', 'DRYRUN', 'tollgate', ...command));
  for (const command of [
    ['FLUSHALL'],
    ['CONFIG', 'GET', 'requirepass'],
    ['KEYS', '*'],
    ['FLUSHDB'],
    ['ACL', 'LIST'],
    ['SHUTDOWN'],
  ])
    expect([command[0], await run(...command)]).toEqual([command[0], expect.not.stringMatching(/^OK$/)]);
  expect(await run('GET', 'tollgate:epoch')).toBe('OK');
});
