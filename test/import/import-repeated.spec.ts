import { readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { freshDatabase, freshWorld } from '../setup/fresh-databases.js';
import { digests, imported, MYSQL, POSTGRES, progress, source, SQLITE } from './imported.js';

/** How often an import is killed: IMPORT_KILLS=10 for more. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3);

let whole: Record<string, string>;

beforeAll(async () => {
  await freshWorld();
  expect(await importInto(process.env.DATABASE_URL ?? '', SQLITE)).toContain(
    'every imported balance is proven',
  );
  whole = await rowsOf(process.env.DATABASE_URL ?? '');
});

async function importInto(url: string, file: string): Promise<string> {
  const { code, output } = await imported(source(file), [], url);
  expect(code).toBe(0);
  expect(output).toContain('users: 213 balances equal, 0 differ as a note says, 0 differ');
  return output;
}

async function rowsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const found = await digests(client);
  await client.end();
  // Names the source, which the dumps call otherwise.
  delete found.everything;
  return found;
}

test.each([POSTGRES, MYSQL])('%s gives the same rows as the database of SQLite', async (file) => {
  const { url } = await freshDatabase();
  await importInto(url, file);
  expect(await rowsOf(url)).toEqual(whole);
});

test('dumps of the same installation continue the import, and change nothing', async () => {
  const url = process.env.DATABASE_URL ?? '';
  const client = new pg.Client(url);
  await client.connect();
  const before = await digests(client);
  for (const file of [POSTGRES, MYSQL]) await importInto(url, file);
  expect(await digests(client)).toEqual(before);
  await client.end();
});

test('a Postgres database over the network gives the same rows, and is only read', async () => {
  const from = await freshDatabase({ migrated: false });
  await restore(from.url, POSTGRES);
  const { url } = await freshDatabase();
  await importInto(url, from.url);
  expect(await rowsOf(url)).toEqual(whole);
});

/** Runs a dump of pg_dump: its statements, and the rows after each COPY. */
async function restore(url: string, file: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const dump = gunzipSync(readFileSync(`test/fixtures/import/${file}`))
    .toString()
    .replaceAll(/^\\(?:un)?restrict.*$/gm, '')
    // The dump's owner does not exist here.
    .replaceAll(/^ALTER .* OWNER TO .*;$/gm, '');
  const parts = dump.split(/^(COPY .* FROM stdin;)\n((?:.*\n)*?)\\\.\n/m);
  for (let index = 0; index < parts.length; index += 3) {
    await client.query(parts[index]!);
    const [copy, lines] = [parts[index + 1], parts[index + 2]];
    if (copy === undefined || lines === undefined) continue;
    const stream = client.query(copyFrom(copy.replace(/;$/, '')));
    stream.end(lines);
    await finished(stream);
  }
  await client.end();
}

test('an import that is killed at random moments continues to the same end', async () => {
  const { url } = await freshDatabase();
  const client = new pg.Client(url);
  await client.connect();
  for (let kill = 0; kill < KILLS; kill++) {
    const program = source(SQLITE).program([], url);
    program.start();
    const moment = (await progress(client)) + Math.random() * (18_000 / KILLS);
    while (program.running && (await progress(client)) < moment) continue;
    await program.end('SIGKILL');
  }
  await client.end();
  await importInto(url, SQLITE);
  expect(await rowsOf(url)).toEqual(whole);
});
