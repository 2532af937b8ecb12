import type { CostDimension } from '../../../server/contract/resources/costs/costs.js';
import type { Cell } from '../../../server/billing/costs/cost-rows.js';
import type { CostScope } from '../../../server/billing/costs/cost-source.js';
import {
  CostsRepository,
  type ComparedCells,
  type ComparedQuery,
} from '../../../server/billing/costs/costs.repository.js';
import { movementsOf } from '../../../server/billing/costs/movements.js';
import { RankedCosts } from '../../../server/billing/costs/ranked-costs.js';
import { purchaseSpans } from '../../../server/billing/costs/purchase-prices/purchase-cost.js';
import { TestGateway } from '../../setup/test-gateway.js';

/** Costs by users and tokens, of which only the highest are summed up, are those of adding up all. */
const app = TestGateway.forAllTests();
const HOUR = 3600;
const DAY = 86_400;
const from = 1_700_006_400;
const period = { from, to: from + 3 * DAY };
const days = [0, 1, 2].map((day) => from + day * DAY);
let scope: CostScope;
let all: CostsRepository;
let ranked: RankedCosts;

beforeAll(async () => {
  // Each user has tokens of its own; quotas differ, so that ranks do.
  await app.gateway.sql(
    `INSERT INTO usage_hours (at, user_id, token_id, channel_id, model, group_name, requests, prompt_tokens,
       completion_tokens, cached_tokens, cache_write_tokens, quota, list_quota)
     SELECT $1::bigint + i * 7919 % 144 * 3600, 1 + i % 23, 100 + i % 46, 1 + i % 5, 'model-' || i % 3, 'default',
       1 + i % 4, i % 50, i % 30, i % 10, i % 5, i * 104729 % 100003, i * 104729 % 200003
     FROM generate_series(1, 1500) AS i ON CONFLICT DO NOTHING`,
    [period.from - 3 * DAY],
  );
  await app.gateway.sql(
    `INSERT INTO usage_channel_hours
     SELECT at, channel_id, model, group_name, sum(requests), sum(prompt_tokens), sum(completion_tokens),
       sum(cached_tokens), sum(cache_write_tokens), sum(quota), sum(list_quota)
     FROM usage_hours GROUP BY 1, 2, 3, 4`,
  );
  all = app.gateway.app.get(CostsRepository, { strict: false });
  ranked = app.gateway.app.get(RankedCosts, { strict: false });
  const price = { id: 1, channelId: 2, model: '', validFrom: from + DAY, kind: 'ratio', ratio: 0.5 } as const;
  const spans = purchaseSpans(
    [{ ...price, input: null, output: null, cached: null, cacheWrite: null, call: null }],
    period.from - 3 * DAY,
    period.to,
  );
  scope = { filters: {}, spans, summedDays: [] };
});

const queryOf = (
  by: CostDimension,
  thenBy: CostDimension | undefined,
  shown: number,
  more: Partial<ComparedQuery> = {},
): ComparedQuery => ({
  ...period,
  by,
  thenBy,
  days,
  shown,
  earlier: { from: period.from - 3 * DAY, to: period.from },
  movedBy: [by, thenBy].find((each) => each !== undefined && each !== 'day' && each !== 'hour') ?? 'model',
  compared: 10,
  series: { by: 'day', values: 3 },
  ...more,
});

/** Adds the charge of a request to the sums of its hour. @param at beginning of the hour, Unix seconds */
async function add(user: number, model: string, quota: number, at: number): Promise<void> {
  await app.gateway.sql(
    `WITH added AS (
       INSERT INTO usage_hours (at, user_id, token_id, channel_id, model, group_name, requests, prompt_tokens,
         completion_tokens, cached_tokens, cache_write_tokens, quota, list_quota)
       VALUES ($1, $2, 0, 9, $3, 'default', 1, 0, 0, 0, 0, $4, $4))
     INSERT INTO usage_channel_hours AS sums VALUES ($1, 9, $3, 'default', 1, 0, 0, 0, 0, $4, $4)
     ON CONFLICT (at, channel_id, model, group_name)
     DO UPDATE SET requests = sums.requests + 1, quota = sums.quota + $4, list_quota = sums.list_quota + $4`,
    [at, user, model, quota],
  );
}

const sorted = (cells: readonly Cell[]) =>
  cells
    .map(({ by, thenBy, span, ...amounts }) => ({ by, thenBy, span, ...amounts, part: undefined }))
    .toSorted((a, b) =>
      JSON.stringify([a.by, a.thenBy, a.span]) < JSON.stringify([b.by, b.thenBy, b.span]) ? -1 : 1,
    );

/** What an answer shows of it. */
function shownOf({ cells, before, changes, series }: ComparedCells) {
  const shown = new Set(cells.map(({ by }) => by));
  return {
    cells: sorted(cells),
    before: sorted(before),
    changes: changes
      .filter(({ key }) => key !== null && shown.has(key))
      .toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1)),
    movements: movementsOf(changes),
    series: sorted(series),
  };
}

test.each<[string, ComparedQuery, Partial<CostScope>?]>([
  ['by user', queryOf('user', undefined, 200)],
  ['by user, with others', queryOf('user', undefined, 7)],
  ['by user and day', queryOf('user', 'day', 4)],
  ['by day and user', queryOf('day', 'user', 4)],
  ['by hour and token', queryOf('hour', 'token', 3, { series: { by: 'hour', values: 2 } })],
  ['by token, without a series', queryOf('token', undefined, 10, { series: undefined })],
  ['by user and model', queryOf('user', 'model', 9)],
  ['by model and user', queryOf('model', 'user', 9)],
  ['by user and token', queryOf('user', 'token', 5)],
  ['by token and user', queryOf('token', 'user', 5)],
  ['by provider and token', queryOf('provider', 'token', 5)],
  ['of some models', queryOf('user', undefined, 5), { filters: { model: ['model-1', 'model-2'] } }],
  ['of a channel with a purchase price', queryOf('user', 'day', 3), { filters: { channel: [2] } }],
  ['of models without requests', queryOf('user', undefined, 5), { filters: { model: ['none'] } }],
])('%s', async (_name, query, of = {}) => {
  const expected = shownOf(await all.compared({ ...scope, ...of }, query));
  expect(shownOf(await ranked.compared({ ...scope, ...of }, query))).toEqual(expected);
  // Remembered, then from memory.
  for (let time = 0; time < 2; time++)
    expect(shownOf(await ranked.compared({ ...scope, ...of }, query, 0))).toEqual(expected);
});

test('a user whose only pair is among the highest is compared with the period before', async () => {
  const at = period.from + HOUR;
  await add(900, 'model-1', 999_999, at);
  await add(900, 'model-1', 5, at - 3 * DAY);
  // Users with many models rank above it, as long as only one is read.
  const query = queryOf('user', 'model', 1, { compared: 0, series: undefined });
  const { changes } = await ranked.compared(scope, query);
  expect(changes).toContainEqual({ key: '900', now: 999_999, before: 5 });
});

test('a remembered ranking says who is shown; the sums are those of now', async () => {
  const query = queryOf('user', undefined, 3, { series: undefined });
  // A user has a cell for each purchase price.
  const amounts = (cells: readonly Cell[]) => {
    const sums = new Map<string | null, number>();
    for (const { by, quota } of cells) sums.set(by, (sums.get(by) ?? 0) + quota);
    return sums;
  };
  const before = amounts((await ranked.compared(scope, query, 0)).cells);
  const [highest] = before.keys();
  await add(Number(highest), 'model-1', 1000, period.from);
  await add(901, 'model-1', 99_999_999, period.from);
  const remembered = amounts((await ranked.compared(scope, query)).cells);
  expect(new Set(remembered.keys())).toEqual(new Set(before.keys()));
  expect(remembered.get(highest!)).toBe(before.get(highest!)! + 1000);
  // What is not shown is the difference to the totals.
  expect(remembered.get(null)).toBe(before.get(null)! + 99_999_999);
  // Another period is ranked anew.
  const next = { ...query, to: query.to + HOUR };
  expect(amounts((await ranked.compared(scope, next)).cells).get('901')).toBe(99_999_999);
});
