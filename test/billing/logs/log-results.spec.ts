import type { LogPageResponse, LogSumsResponse } from '../../../server/contract/resources/logs/log.js';
import { conditionOf } from '../../../server/billing/logs/log-filter.js';
import { TestGateway } from '../../setup/test-gateway.js';
import { until } from '../../setup/until.js';

const app = TestGateway.forAllTests();

beforeEach(async () => {
  await app.freshModel();
  await app.gateway.option('RetryTimes', '1');
  await app.gateway.sql('DELETE FROM channels');
  await app.gateway.sql('DELETE FROM logs');
});

const list = async (query: string, path = '/api/log/') =>
  (await app.gateway.manage<LogPageResponse>('GET', `${path}?p=1&page_size=50&${query}`)).items;
const ids = async (query: string, path?: string) => (await list(query, path)).map(({ id }) => id);
/** Asks until the end of the answer. @returns the id of the request */
async function ask(more: object = {}): Promise<string> {
  const response = await app.ask('hello', more);
  await response.text();
  return response.headers.get('x-oneapi-request-id')!;
}

test('requests are found by how they ended: failed, or rescued after a call had failed', async () => {
  await app.addChannel('one', { priority: 10, auto_ban: 0 });
  await app.addChannel('two', { auto_ban: 0 });
  const fine = await ask();
  app.upstream.next('overloaded', 'plain');
  const rescued = await ask();
  app.upstream.next('overloaded', 'cut-mid-stream');
  const cut = await ask({ stream: true });
  app.upstream.next('overloaded', 'overloaded');
  const failed = await ask();
  await app.gateway.quiet();
  await until(async () => (await list('result=failed')).length === 2);
  const requests = async (query: string, path?: string) =>
    (await list(query, path)).map(({ request_id: id }) => id);
  // The stream that broke off is charged and failed.
  expect(await requests('result=failed')).toEqual([failed, cut]);
  expect(await requests('result=rescued')).toEqual([rescued]);
  expect(await requests('result=rescued', '/api/log/self/')).toEqual([rescued]);
  expect(await requests('type=2')).toEqual([cut, rescued, fine]);
  expect(await list('result=rescued&type=5')).toEqual([]);
  const [row] = await list('result=rescued');
  expect(await app.gateway.manage<LogSumsResponse>('GET', '/api/log/stat?result=rescued')).toMatchObject({
    quota: row!.quota,
    rpm: 1,
  });
});

test('slow ones by the limit that the reader chooses, from three seconds on', async () => {
  const add = async (frt: number, type = 2) => {
    const [row] = await app.gateway.sql<{ id: number }>(
      `INSERT INTO logs (user_id, created_at, type, other) VALUES (1, $1, $2, $3) RETURNING id`,
      [Math.floor(Date.now() / 1000), type, JSON.stringify({ model_ratio: 1, frt, attempts: 1 })],
    );
    return row!.id;
  };
  const [three, nine, twenty] = [await add(3000), await add(9999), await add(20_000)];
  await add(2999);
  await add(20_000, 5);
  expect(await ids('result=slow')).toEqual([twenty]);
  expect(await ids('result=slow&slow_ms=9999')).toEqual([twenty, nine]);
  expect(await ids('result=slow&slow_ms=3000')).toEqual([twenty, nine, three]);
  await expect(list('result=slow&slow_ms=2999')).rejects.toThrow('slow_ms 不能小于 3000');
  await expect(list('result=quick')).rejects.toThrow('result');
});

test.each(['rescued', 'slow'] as const)('the %s ones are read from an index of their own', async (result) => {
  const { sql, parameters } = conditionOf({ result, slowMs: 5000 });
  const plan = await app.gateway.sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM logs WHERE ${sql} ORDER BY created_at DESC, id DESC LIMIT 50`,
    [...parameters],
  );
  // Indexes of partitions have names of their own: one index of a table has exactly these columns and this condition.
  const names = plan.flatMap(
    (line) => /Index (?:Only )?Scan (?:Backward )?using (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? [],
  );
  expect(names.length).toBeGreaterThan(0);
  const parents = await app.gateway.sql<{ parent: string }>(
    `SELECT DISTINCT inhparent::regclass::text AS parent FROM pg_inherits WHERE inhrelid = ANY($1::regclass[])`,
    [names],
  );
  expect(parents).toEqual([{ parent: `logs_${result}` }]);
});
