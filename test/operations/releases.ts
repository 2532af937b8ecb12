import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Commits of the releases that this one is upgraded from without an interruption, oldest first. */
export const RELEASES = {
  /** Journal entries in an earlier layout, redemption codes in plain text. */
  first: '8a267ac8dd3f3d64cc49fb224f1b9d1878d3ced1',
  previous: 'b686dcc47b4b24d1222745a6d69fd6db27171f39',
  /** The last one that builds indexes with locks and has no mark in its database. */
  unmarked: '0fb2c252ffefbcbc5aa4f85fbde24cbef34fbe69',
} as const;

const root = resolve(import.meta.dirname, '../..');

/** False in a shallow clone, which has the newest commits only: `git fetch --unshallow` brings the others. */
export const hasHistory = git('rev-parse', '--is-shallow-repository').toString().trim() === 'false';

/**
 * Builds the server and worker of an earlier commit with the packages of this one.
 * @param commit of this repository's history
 * @param directory where its files go
 * @throws Error when the history has no such commit
 */
export function buildRelease(commit: string, directory: string): string {
  mkdirSync(directory, { recursive: true });
  const archive = git('archive', commit);
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  if (!existsSync(join(directory, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    scripts: { build: string };
  };
  // Without the console, which no test opens.
  for (const command of scripts.build.split('&&').filter((one) => !one.includes('vite')))
    execFileSync('npx', ['--no-install', '-c', command.trim()], { cwd: directory, stdio: 'pipe' });
  return directory;
}

function git(...words: string[]): Buffer {
  return execFileSync('git', words, { cwd: root, maxBuffer: 2 ** 29 });
}
