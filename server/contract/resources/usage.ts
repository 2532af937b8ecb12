import { z } from 'zod';
import { integerParameter, textParameter } from '../query.js';

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
