// Checks the examples of docs/adding-*.md: applies them to a copy of the sources, checks the types of the files that they add
// and change and of those that import them, and runs the specs there that find what an addition lacks.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { applyExamples } from './examples.mjs';

const root = path.resolve(import.meta.dirname, '..');
const COPIED = ['server', 'worker', 'web', 'test', 'docs', 'scripts', 'package.json', 'tsconfig.json'];
const CONFIGURATION = ['jest.config.js', '.oxlintrc.json'];

/** Specs without services that cover what the pages add, beside those that the pages add themselves. */
const SPECS = [
  'server/dialects/conformance/own-words.spec.ts',
  'server/dialects/kit/videos/price-members.spec.ts',
  'server/dialects/protocols/finish-words.spec.ts',
  'server/dialects/providers/registry.spec.ts',
  'server/options/option-readers.spec.ts',
  'test/docs/imports.spec.ts',
  'test/web/texts.spec.ts',
];

const isSpec = (file) => file.endsWith('.spec.ts');

const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'tollgate-examples-'));
try {
  for (const name of [...COPIED, ...CONFIGURATION])
    fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const pages = fs.readdirSync(path.join(root, 'docs')).filter((name) => /^adding-.*\.md$/.test(name));
  const applied = pages.map((name) => {
    const files = applyExamples(fs.readFileSync(path.join(root, 'docs', name), 'utf8'), copy);
    if (files.added.length + files.changed.length === 0) throw new Error(`docs/${name} has no example`);
    return files;
  });
  const added = applied.flatMap((files) => files.added);
  const changed = applied.flatMap((files) => files.changed);
  const checked = new Set([...added, ...changed, ...importersOf([...added, ...changed])]);
  run('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', ...checked);
  run('jest/bin/jest.js', '--selectProjects', 'unit', '--maxWorkers=2', ...SPECS, ...added.filter(isSpec));
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}

/** Files of the copy that import one of these. */
function importersOf(files) {
  const modules = new Set(files.map(moduleOf));
  return ['server', 'worker', 'web/src', 'test']
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(copy, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => path.posix.join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && importsOf(file).some((name) => modules.has(name)));
}

function importsOf(file) {
  const text = fs.readFileSync(path.join(copy, file), 'utf8');
  return [...text.matchAll(/\bfrom '(\.[^'\n]+|#contract\/[^'\n]+)'/g)].map(([, name]) =>
    moduleOf(
      name.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), name)
        : name.replace('#contract', 'server/contract'),
    ),
  );
}

/** A path without its extension; an index file stands for its folder. */
function moduleOf(file) {
  return file.replace(/\.(?:js|tsx?)$/, '').replace(/\/index$/, '');
}

function run(program, ...options) {
  const { status } = spawnSync(process.execPath, [path.join('node_modules', program), ...options], {
    cwd: copy,
    stdio: 'inherit',
  });
  if (status === 0) return;
  console.error('\nThe examples of docs/adding-*.md do not pass these checks: correct the pages.');
  process.exitCode = 1;
}
