// The agent CLIs against the gateway and strict providers: npm run test:clients -- [name of a test]
// Installs the CLIs of test/clients/package.json into a cache folder outside the source tree, once per lock file.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');

process.exitCode = await main();

async function main() {
  const clients = process.env.TOLLGATE_CLIENTS || (await install());
  if (!clients) return 1;
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  return run(
    process.execPath,
    [jest, '--selectProjects', 'clients', ...(process.argv[2] ? ['-t', process.argv[2]] : [])],
    { ...process.env, TOLLGATE_CLIENTS: clients },
  );
}

/** The folder of the installed CLIs; undefined when they cannot be installed. */
async function install() {
  const files = ['package.json', 'package-lock.json'].map((name) => path.join(root, 'test/clients', name));
  const hash = createHash('sha256');
  for (const file of files) hash.update(fs.readFileSync(file));
  const directory = path.join(cache, 'tollgate-clients', hash.digest('hex').slice(0, 16));
  const done = path.join(directory, 'installed');
  if (fs.existsSync(done)) return directory;
  fs.mkdirSync(directory, { recursive: true });
  for (const file of files) fs.copyFileSync(file, path.join(directory, path.basename(file)));
  console.log(`installing the agent CLIs into ${directory}`);
  // Not `npm ci`: it refuses lock files that lack the optional packages of other platforms.
  const code = await run('npm', ['install', '--no-audit', '--no-fund'], process.env, directory);
  if (code !== 0) return undefined;
  fs.writeFileSync(done, '');
  return directory;
}

async function run(command, args, env, cwd = root) {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
