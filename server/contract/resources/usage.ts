import { z } from 'zod';
import { integerParameter, textParameter } from '../query.js';
import { isTimeZone } from '../time-zone.js';

/** Usage of a model in one hour of the requested time zone. In rows over all users, `id` and `user_id` are 0 and `username` is ''. */
export const usageResponse = z
  .strictObject({
    id: z.int(),
    user_id: z.int(),
    username: z.string(),
    model_name: z.string(),
    /** Unix seconds, start of the hour; refunds count at the time of the refund, so that sums may be negative. */
    created_at: z.int(),
    token_used: z.int(),
    count: z.int(),
    /** Quota units. */
    quota: z.int(),
  })
  .meta({ id: 'Usage' });
export type UsageResponse = z.infer<typeof usageResponse>;

const range = {
  start_timestamp: integerParameter('Unix seconds, inclusive; 30 days before the end if absent.'),
  end_timestamp: integerParameter('Unix seconds, inclusive; now if absent.'),
  default_time: textParameter(
    'Resolution of the chart. Ignored: each row is an hour of the time zone, whatever the resolution.',
  ),
  offset: integerParameter(
    'Seconds by which the hours of the time zone differ from those of UTC: 1800 for +05:30, 2700 for +05:45. A multiple of 900.',
  ),
};

export const ownUsageQuery = z.object(range);
export type OwnUsageQuery = z.infer<typeof ownUsageQuery>;

export const usageQuery = z.object({ ...range, username: textParameter() });
export type UsageQuery = z.infer<typeof usageQuery>;

/** Resolutions of the chart's data; `all`: one sum of the whole range. */
export const USAGE_GRAINS = ['hour', 'day', 'week', 'all'] as const;
export type UsageGrain = (typeof USAGE_GRAINS)[number];

const chart = {
  start_timestamp: range.start_timestamp,
  end_timestamp: range.end_timestamp,
  offset: range.offset,
  grain: z.enum(USAGE_GRAINS).default('day').describe('Weeks begin on Monday.'),
  time_zone: z
    .string()
    .max(100)
    .default('UTC')
    .refine(isTimeZone, 'cost_time_zone_unknown')
    .describe("The viewer's time zone, such as `Asia/Shanghai`: days and weeks begin with it."),
};

export const ownUsageChartQuery = z.object(chart);
export type OwnUsageChartQuery = z.infer<typeof ownUsageChartQuery>;

export const usageChartQuery = z.object({ ...chart, username: textParameter() });
export type UsageChartQuery = z.infer<typeof usageChartQuery>;

/** The same sums as those of the rows, in a form that is a fraction of their size. */
export const usageChartResponse = z
  .strictObject({
    times: z.array(z.int()).describe('Beginnings of hours, days or weeks with usage, Unix seconds.'),
    models: z.array(z.string()),
    cells: z
      .array(z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]))
      .describe('Index of the time, index of the model, quota units, calls, tokens.'),
  })
  .meta({ id: 'UsageChart' });
export type UsageChartResponse = z.infer<typeof usageChartResponse>;
