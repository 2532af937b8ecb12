import { DataSource } from 'typeorm';
import { databaseOptions } from '../../server/database/options.js';
import { freshWorld } from '../setup/fresh-databases.js';

let source: DataSource;

beforeAll(async () => {
  await freshWorld();
  source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
});

afterAll(() => source.destroy());

test('entities and migrations describe the same tables', async () => {
  const drift = await source.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
