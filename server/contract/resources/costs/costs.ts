import { z } from 'zod';
import { isTimeZone } from '../../time-zone.js';

/** What costs are divided by. `provider` is the type of the channel. */
export const COST_DIMENSIONS = [
  'day',
  'hour',
  'model',
  'provider',
  'channel',
  'tag',
  'user',
  'group',
  'token',
] as const;
export type CostDimension = (typeof COST_DIMENSIONS)[number];

/** Dimensions of users who are no administrators. */
export const OWN_DIMENSIONS = [
  'day',
  'hour',
  'model',
  'group',
  'token',
] as const satisfies readonly CostDimension[];

export const TIME_DIMENSIONS = ['day', 'hour'] as const satisfies readonly CostDimension[];

export function isTimeDimension(dimension: CostDimension | undefined): dimension is 'day' | 'hour' {
  return dimension === 'day' || dimension === 'hour';
}

/** What is summed over time. */
export const COST_MEASURES = ['quota', 'requests', 'tokens', 'purchase', 'margin'] as const;
export type CostMeasure = (typeof COST_MEASURES)[number];

/** Periods that the console offers: the latest hours, days with today, this month and the last one, of the viewer's time zone. */
export const COST_PERIODS = ['24h', '7d', '30d', '90d', 'month', 'lastMonth'] as const;
export type CostPeriod = (typeof COST_PERIODS)[number];

/** Days of a period: as long as the sums by hour are kept. */
export const MAX_COST_DAYS = 400;
/** Days of a period that is divided into hours. */
export const MAX_HOURLY_DAYS = 31;
/** Rows of an answer, the sums of all others included. */
export const MAX_COST_ROWS = 5000;
/** Values with a series of their own. */
const MAX_SERIES = 50;
/** Values of a filter. */
const MAX_FILTER_VALUES = 100;
const MAX_ID = 2_147_483_647;
const MAX_NAME = 200;
const DAY_SECONDS = 86_400;

const names = z.array(z.string().max(MAX_NAME)).min(1).max(MAX_FILTER_VALUES).optional();
const ids = z.array(z.int().min(0).max(MAX_ID)).min(1).max(MAX_FILTER_VALUES).optional();

/** Unix seconds; up to the year 2100. */
const time = z.int().min(0).max(4_102_444_800);

export const costsRequest = z
  .strictObject({
    from: time.describe('Unix seconds, rounded down to an hour of UTC.'),
    to: time.describe('End of the period, exclusive; rounded up to an hour of UTC.'),
    by: z.enum(COST_DIMENSIONS).default('model'),
    then_by: z.enum(COST_DIMENSIONS).optional().describe('Second dimension, another one than `by`.'),
    limit: z
      .int()
      .min(1)
      .max(MAX_COST_ROWS)
      .default(MAX_COST_ROWS)
      .describe(
        'Values, or pairs of values, with rows of their own, those with the highest charges; times do not count.',
      ),
    time_zone: z
      .string()
      .max(MAX_NAME)
      .default('UTC')
      .refine(isTimeZone, 'cost_time_zone_unknown')
      .describe("The viewer's time zone, such as `Asia/Shanghai`: days and months begin with it."),
    series: z
      .strictObject({
        by: z.enum(TIME_DIMENSIONS),
        measure: z
          .enum(COST_MEASURES)
          .default('quota')
          .describe('`tokens`: input and output; `purchase` and `margin` of what has a purchase price.'),
        values: z
          .int()
          .min(1)
          .max(MAX_SERIES)
          .describe('Values with a series of their own; the others are one.'),
      })
      .optional()
      .describe('The values of the first dimension that is not a time, over time.'),
    filters: z
      .strictObject({
        model: names,
        provider: ids.describe('Types of channels.'),
        channel: ids,
        tag: names,
        user: ids,
        group: names,
        token: ids,
      })
      .default({})
      .describe('Each with the values that are counted; absent = all.'),
  })
  .refine(({ from, to }) => to > from, 'cost_period_empty')
  .refine(({ from, to }) => to - from <= MAX_COST_DAYS * DAY_SECONDS, 'cost_period_too_long')
  .refine(
    ({ from, to, by, then_by, series }) =>
      ![by, then_by, series?.by].includes('hour') || to - from <= MAX_HOURLY_DAYS * DAY_SECONDS,
    'cost_hours_too_many',
  )
  .refine(
    ({ by, then_by }) => by !== then_by && !(isTimeDimension(by) && isTimeDimension(then_by)),
    'cost_dimensions_equal',
  );
export type CostsRequest = z.infer<typeof costsRequest>;
/** As it is sent. */
export type CostsRequestInput = z.input<typeof costsRequest>;
export type CostFilters = CostsRequest['filters'];

const amounts = {
  requests: z.int().describe('Charged requests. A task that failed, and was refunded, is subtracted.'),
  prompt_tokens: z.int().describe('All input tokens.'),
  cached_tokens: z.int().describe('Input tokens read from a cache.'),
  cache_write_tokens: z.int().describe('Input tokens written to a cache.'),
  completion_tokens: z.int(),
  quota: z.int().describe('Quota units charged, without what was given back.'),
  list_quota: z.int().describe('Quota units without the group ratio.'),
  errors: z
    .int()
    .nullable()
    .describe(
      'Requests that failed at the provider; null where they are not counted: by user, group or token.',
    ),
  purchase: z
    .int()
    .nullable()
    .describe('Quota units that the requests with a purchase price cost the operator; null: there are none.'),
  margin: z
    .int()
    .nullable()
    .describe(
      'What these requests were charged, minus `purchase`. Null, like `purchase`, for users who are no administrators.',
    ),
};

const sums = z.strictObject(amounts).meta({ id: 'CostSums' });
export type CostSums = z.infer<typeof sums>;

const key = z
  .string()
  .nullable()
  .describe(
    "Name, id, or beginning in Unix seconds of a day or hour; '' = none, or not known. Null: the sum of all others.",
  );

const row = z.strictObject({
  by: key,
  then_by: key.describe('Null too if there is no second dimension.'),
  before: z
    .int()
    .nullable()
    .describe('Quota units of the same value of `by` in the period before; null if `by` is a time.'),
  ...amounts,
});
export type CostRow = z.infer<typeof row>;

const values = z.array(z.int());

const series = z.strictObject({
  by: z.enum(TIME_DIMENSIONS),
  measure: z.enum(COST_MEASURES),
  times: values.describe('Beginnings of the days or hours, Unix seconds, without gaps.'),
  values: z
    .array(z.strictObject({ key, numbers: values.describe('One for each time.') }))
    .describe('The highest charges first, the sum of the others last.'),
});
export type CostSeries = z.infer<typeof series>;

const movement = z.strictObject({ key, now: z.int(), before: z.int() });
export type CostMovement = z.infer<typeof movement>;

export const costsResponse = z
  .strictObject({
    from: z.int().describe('Beginning of the period, Unix seconds.'),
    to: z.int(),
    shifted: z
      .boolean()
      .describe(
        'Days begin with the hour of UTC that contains their beginning: the time zone has parts of hours.',
      ),
    totals: sums,
    previous: sums.describe('Of the period before, which is as long.'),
    rows: z
      .array(row)
      .describe(`At most ${MAX_COST_ROWS}, by \`by\` and \`then_by\`, without those that have nothing.`),
    series: series.nullable().describe('Null unless it was requested; the values are those of `moved_by`.'),
    names: z
      .record(z.string(), z.string())
      .describe('Names of the channels, users or tokens that are values of `by`, by their id.'),
    then_names: z.record(z.string(), z.string()),
    moved_by: z
      .enum(COST_DIMENSIONS)
      .describe('Dimension of `movements` and `series`: the first one that is not a time, else the model.'),
    movements: z
      .array(movement)
      .describe('Quota units of the values that changed most since the period before, and of all others.'),
    moved_names: z
      .record(z.string(), z.string())
      .describe('Names of the values of `moved_by` in `movements` and `series`.'),
    forecast: z
      .strictObject({
        month_from: z.int().describe('Unix seconds.'),
        month_to: z.int(),
        spent: z.int().describe('Quota units charged since the beginning of the month.'),
        expected: z
          .int()
          .nullable()
          .describe(
            'At the end of the month, if the last seven days continue; null within the first day of use.',
          ),
      })
      .describe("Of the current month in the viewer's time zone, with the same filters."),
    losses: z
      .array(
        z.strictObject({
          channel: z.int(),
          name: z.string(),
          model: z.string(),
          quota: z.int(),
          purchase: z.int(),
        }),
      )
      .describe('Channels and models that were sold below their purchase price, the greatest loss first.'),
  })
  .meta({ id: 'Costs' });
export type CostsResponse = z.infer<typeof costsResponse>;

export const costProofQuery = z
  .strictObject({
    from: z.coerce.number().int().min(0).max(4_102_444_800),
    to: z.coerce.number().int().min(0).max(4_102_444_800),
  })
  .refine(({ from, to }) => to > from, 'cost_period_empty')
  .refine(({ from, to }) => to - from <= MAX_COST_DAYS * DAY_SECONDS, 'cost_period_too_long');
export type CostProofQuery = z.infer<typeof costProofQuery>;

/**
 * The sums and the ledger. Both have a request at the time at which it began, and what is given back at the time of its entry; the log
 * has both at their end.
 */
export const costProofResponse = z
  .strictObject({
    from: z.int(),
    to: z.int(),
    counted: z.int().describe('Quota units in the sums by hour.'),
    ledger: z
      .int()
      .describe('Quota units in the entries of the ledger: charges, corrections and what was given back.'),
    difference: z.int().describe('`counted` - `ledger`.'),
    complete_from: z
      .int()
      .describe('The sums are complete from this time on, Unix seconds; 0 = all that are kept.'),
  })
  .meta({ id: 'CostProof' });
export type CostProofResponse = z.infer<typeof costProofResponse>;
