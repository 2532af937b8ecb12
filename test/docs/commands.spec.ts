import { readFileSync } from 'node:fs';
import path from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Commands of npm itself. */
const NPM = ['start', 'test', 'ci'];
/** Further commands of one list: `npm run bench`, `bench:db`. */
const LISTED = /^- `npm run [^\n]*(?:\n {2}[^\n]*)*/gm;

test('the commands that the changelog names are scripts of package.json', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const named = [...changelog.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name);
  const listed = (changelog.match(LISTED) ?? []).flatMap((list) =>
    [...list.matchAll(/`([\w:]+)`/g)].map(([, name = '']) => name),
  );
  expect(listed.length).toBeGreaterThan(5);
  const commands = new Set([...named, ...listed]);
  expect([...commands].filter((name) => !NPM.includes(name) && !(name in scripts))).toEqual([]);
});

/** The relative imports of a script and of what it imports, and all others. */
function importsOf(script: string, seen = new Set<string>()): string[] {
  if (seen.has(script)) return [];
  seen.add(script);
  return [...readFileSync(script, 'utf8').matchAll(/^(?:import|export) [^;]*?'([^']+)';/gm)].flatMap(
    ([, target = '']) =>
      target.startsWith('.')
        ? importsOf(path.posix.join(path.posix.dirname(script), target), seen)
        : [target],
  );
}

test.each(['start', 'test'])(
  'npm %s installs packages and builds first, with modules of Node alone',
  (name) => {
    expect(scripts[`pre${name}`]).toMatch(/^node scripts\/prepare\.mjs --build/);
    const imported = importsOf('scripts/prepare.mjs');
    expect(imported).toContain('node:child_process');
    expect(imported.filter((target) => !target.startsWith('node:'))).toEqual([]);
  },
);
