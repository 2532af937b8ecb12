import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverOptions, workerOptions } from '../../scripts/node-options.mjs';
import { findProgram } from '../../scripts/packages.mjs';

const FOLDER = 'docker/systemd';
const units = readdirSync(FOLDER).map((name) => ({
  name,
  text: readFileSync(path.join(FOLDER, name), 'utf8'),
}));

const home = mkdtempSync(path.join(tmpdir(), 'tollgate-units-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Skipped where there is no systemd. */
const testVerify = findProgram('systemd-analyze') ? test : test.skip;

testVerify('systemd finds nothing wrong with the units', () => {
  const files = units.map(({ name, text }) => {
    const file = path.join(home, name);
    // The paths are those of an installation.
    writeFileSync(
      file,
      text.replace('/usr/bin/node', process.execPath).replaceAll('/opt/tollgate', process.cwd()),
    );
    return file;
  });
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([0, '']);
});

test('the units start programs of the build, with their options of Node', () => {
  const commands = units.flatMap(({ text }) => /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(text)?.[1] ?? []);
  expect(commands.sort()).toEqual(
    [
      'dist/server/database/migrate.js',
      [...serverOptions, 'dist/server/main.js'].join(' '),
      [...workerOptions, 'dist/worker/main.js'].join(' '),
    ].sort(),
  );
  for (const command of commands)
    expect(existsSync(command.replace(/^.*dist\//, '').replace('.js', '.ts'))).toBe(true);
});
