import { readdirSync, readFileSync } from 'node:fs';
import { KEY_COMMANDS, OTHER_COMMANDS } from './mark.js';

test('the check of the rights knows every command that a script of the server uses', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`server/${name}`, 'utf8'));
  const used = sources.flatMap((source) =>
    [...source.matchAll(/redis\.call\('(\w+)'/g)].map(([, name]) => name!.toLowerCase()),
  );
  const commands = new Set<string>([...KEY_COMMANDS, ...OTHER_COMMANDS]);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !commands.has(name))).toEqual([]);
});
