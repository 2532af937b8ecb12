import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { FuzzHarness } from './fuzz-harness.js';

let fuzz: FuzzHarness;

beforeAll(async () => {
  fuzz = await FuzzHarness.start();
});
afterAll(() => fuzz?.close());

const insert = (key: string) => `INSERT INTO options (key, value) VALUES ('${key}', 'value')`;

test('the contents change with the first write after the start, and with each that follows', async () => {
  const seen = [await fuzz.contents()];
  for (const key of ['first', 'second']) {
    await fuzz.gateway.sql(insert(key));
    seen.push(await fuzz.contents());
  }
  expect(new Set(seen).size).toBe(3);
  expect(await fuzz.contents()).toBe(seen.at(-1));
});

test('a statement on any table is counted, even one that changes no row', async () => {
  const uncounted: string[] = [];
  for (const table of fuzz.watched) {
    const before = await fuzz.writes();
    await fuzz.gateway.sql(`DELETE FROM "${table}" WHERE false`);
    if ((await fuzz.writes()) === before) uncounted.push(table);
  }
  expect(fuzz.watched.length).toBeGreaterThan(20);
  expect(uncounted).toEqual([]);
});

test('the rows of a transaction that commits after the contents were read are in the contents read next', async () => {
  const transaction = fuzz.gateway.app.get<DataSource>(getDataSourceToken()).createQueryRunner();
  try {
    await transaction.startTransaction();
    await transaction.query(insert('late'));
    const before = await fuzz.contents();
    await transaction.commitTransaction();
    expect(await fuzz.contents()).not.toBe(before);
  } finally {
    await transaction.release();
  }
});
