import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RouteTable } from '../../server/core/http/route-table.js';
import { templateOf } from '../../server/openapi/operation.js';
import { Management } from '../setup/management.js';
import { rows } from './routes.js';

/** A line of docs/management-api.md about one route. */
interface Line {
  readonly route: string;
  readonly level: string;
  readonly handler: string;
  readonly tests: readonly string[];
}

const lines: Line[] = readFileSync('docs/management-api.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \[[ x]\]\s+\|/.test(line))
  .map((line) => {
    const [done = '', method, path = '', level = '', handler = '', tests = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    if (done !== '[x]') throw new Error(`not done: ${line}`);
    return {
      route: `${method} ${plain(path)}`,
      level,
      handler: plain(handler),
      tests: tests.split(',').map((name) => plain(name.trim())),
    };
  });

function plain(code: string): string {
  return code.replaceAll('`', '');
}

test('every route has one line, and every line is a route, at the level it says', () => {
  const said = lines.map(({ route, level }) => `${route}: ${level}`);
  expect(said.toSorted()).toEqual(
    rows.map(({ method, path, level }) => `${method} ${path}: ${level}`).toSorted(),
  );
});

test('behind every route is the method its line names', async () => {
  const gateway = await Management.start();
  try {
    const behind = new Map(
      gateway.app
        .get(RouteTable)
        .list()
        .map(({ method, path, handler }) => [`${method} ${templateOf(path)}`, handler]),
    );
    const wrong = lines
      .filter(({ route, handler }) => behind.get(route) !== handler && behind.has(route))
      .map(({ route }) => `${route}: ${behind.get(route)}`);
    expect(wrong).toEqual([]);
    const relayed = lines.filter(({ route }) => !behind.has(route));
    expect(relayed.filter(({ handler }) => !existsSync(join('server', `${handler}.ts`)))).toEqual([]);
  } finally {
    await gateway.close();
  }
});

test('the tests that lines name are there, and ask what the line is about', () => {
  const wrong = lines.flatMap(({ route, tests }) =>
    tests.filter((name) => !asks(name, route)).map((name) => `${route}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

/** Do the file, or what stands beside it to help it, mention the address up to its first parameter? */
function asks(name: string, route: string): boolean {
  const file = join('test', `${name}.spec.ts`);
  if (!existsSync(file)) return false;
  const beside = readdirSync(dirname(file)).filter((one) => one.endsWith('.ts') && !one.endsWith('.spec.ts'));
  const texts = [file, ...beside.map((one) => join(dirname(file), one))].map((one) =>
    readFileSync(one, 'utf8'),
  );
  const fixed = route.replace(/^\S+ /, '').replace(/\/?\{.*$/, '');
  const composed = `${dirname(fixed)}/\${`;
  return texts.some((text) => text.includes(fixed) || text.includes(composed));
}
