import { readdirSync, readFileSync } from 'node:fs';

/** Where SQL, entity managers and the classes of entities are used; CONTRIBUTING.md describes the rule. */
const ALLOWED = [
  /\.(repository|entity|command)\.ts$/,
  /^server\/database\//,
  // The poster writes whole batches; its statements are its subject.
  /^server\/billing\/ledger\/posting\//,
  // Stores of the core, which has no features.
  /^server\/core\/(totals|postgres\/(postponed-steps|table-partitions|reads\/(read-database|replica|replica-probe))|redis\/installation)\.ts$/,
];

/** Statements, query builders and calls of entity managers that read or write rows. */
const STATEMENT =
  /\.query\s*[<(]|\bcreateQueryBuilder\b|\bgetRepository\b|@InjectRepository\b|\b(?:manager|dataSource|database|db)\s*\.(?:find\w*|exists\w*|count\w*|sum|save|insert|upsert|update\w*|delete\w*|remove|softDelete|increment|decrement|create)\s*[<(]/;

/** Types of entities may be imported everywhere, their classes not. */
const ENTITY = /^import (?!type\b)[^;]*from '[^']+\.entity\.js'/m;

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => `server/${file}`);

function offends(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  return STATEMENT.test(text) || ENTITY.test(text);
}

test('SQL and classes of entities are in repositories', () => {
  const checked = files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)));
  expect(checked.length).toBeGreaterThan(500);
  expect(checked.filter(offends)).toEqual([]);
});
