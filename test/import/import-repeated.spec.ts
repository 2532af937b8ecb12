import pg from 'pg';
import { freshDatabase, freshWorld } from '../setup/fresh-databases.js';
import { digests, imported, MYSQL, POSTGRES, progress, source, SQLITE } from './imported.js';

/** How often an import is killed: IMPORT_KILLS=10 for more. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3);

let whole: Record<string, string>;

beforeAll(async () => {
  await freshWorld();
  expect(await importInto(process.env.DATABASE_URL ?? '', SQLITE)).toContain('every imported balance is proven');
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
