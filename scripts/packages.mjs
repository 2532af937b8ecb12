// Finds programs on PATH or installs them with the system's package manager.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const INSTALL = {
  'apt-get': (names) => `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`,
  apk: (names) => `apk add ${names}`,
  dnf: (names) => `dnf install -y ${names}`,
  brew: (names) => `brew install ${names}`,
};

/**
 * @param {string} name
 * @returns {string | undefined} path of the program
 */
export function findProgram(name) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map((directory) => path.join(directory, name))
    .find((file) => fs.existsSync(file));
}

/**
 * Installs packages with the first package manager of `packages` that is available.
 * @param {Partial<Record<keyof typeof INSTALL, string[]>>} packages package names by manager
 * @returns {boolean} false if none of the managers is available
 * @throws when the installation fails
 */
export function installPackages(packages) {
  const manager = Object.keys(packages).find(findProgram);
  if (!manager) return false;
  const script = INSTALL[manager](packages[manager].join(' '));
  const direct = manager === 'brew' || process.getuid?.() === 0;
  const [command, ...args] = direct ? ['sh', '-c', script] : ['sudo', '-n', 'sh', '-c', script];
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return true;
  const reason = error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').slice(-5).join('\n');
  throw new Error(`could not install ${packages[manager].join(' ')} (${script}):\n${reason}`);
}
