import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';

/** An installation as the image has it: the bundles, and of node_modules what dist/runtime/package.json needs. */
const root = resolve(import.meta.dirname, '../..');
/** Of the packages beside the bundles, bytes; a package that the bundles should have contained would exceed it. */
const MAX_BYTES = 60e6;

interface Locked {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

let home: string;
let gateway: GatewayProcesses;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tollgate-runtime-'));
  for (const name of ['server', 'worker', 'chunks', 'node_modules', 'web'])
    cpSync(join(root, 'dist', name), join(home, 'dist', name), { recursive: true });
  cpSync(join(root, 'dist/runtime/package.json'), join(home, 'package.json'));
  for (const folder of neededPackages()) {
    mkdirSync(dirname(join(home, folder)), { recursive: true });
    cpSync(join(root, folder), join(home, folder), { recursive: true, dereference: true });
  }
  gateway = await GatewayProcesses.open({}, { home });
});
afterAll(async () => {
  await gateway?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Folders of the packages and of all that these need, as they are in the lock file and installed for this platform. */
function neededPackages(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const needed = new Set<string>();
  const add = (name: string, from: string): void => {
    // The nearest one, as Node finds it.
    const places = [`${from}/node_modules/${name}`, `node_modules/${name}`];
    const folder = places.find((place) => place in packages && existsSync(join(root, place)));
    if (folder === undefined || needed.has(folder)) return;
    needed.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = packages[folder]!;
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) add(one, folder);
  };
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Required<Locked>;
  for (const name of Object.keys(dependencies)) add(name, '');
  return needed;
}

test('server, worker, migrations, sign-in, console and API viewer run with the bundles and a few packages', async () => {
  // The migrations, server and worker were started, and root has signed in.
  expect((await fetch(gateway.url)).headers.get('content-type')).toContain('text/html');
  const viewer = await gateway.call('GET', '/api/docs/swagger-ui-bundle.js');
  expect([viewer.status, viewer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('javascript'),
  ]);
  const status = (await (await fetch(`${gateway.url}/api/status`)).json()) as { data: { version: string } };
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(status.data.version).toContain(version);
  expect(sizeOf(join(home, 'node_modules'))).toBeLessThan(MAX_BYTES);
});

test('audit, backup and restore run, and imports load their drivers', async () => {
  const run = async (script: string, ...args: string[]) => {
    const program = new Program(script, gateway.environment, home, args);
    return [await program.run(), program.output];
  };
  expect((await run('server/billing/ledger/ledger-audit.command.js'))[0]).toBe(0);
  expect(await run('server/backup/backup.command.js', '--to', join(home, 'backups'))).toEqual([
    0,
    expect.stringContaining('backup: '),
  ]);
  expect(await run('server/backup/restore.command.js', '--from', '/nowhere')).toEqual([
    2,
    expect.any(String),
  ]);
  for (const from of ['sqlite:/nowhere/one-api.db', 'mysql://user:password@127.0.0.1:1/oneapi']) {
    const [code, output] = await run('server/import/import.command.js', '--from', from);
    expect(code).toBe(2);
    expect(output).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find/);
  }
});

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
