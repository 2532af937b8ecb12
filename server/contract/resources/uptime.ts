import { z } from 'zod';

/** Days of the public status page. */
export const UPTIME_DAYS = 90;

const percent = z.number().nullable();

/** Public: models and how they answered real requests, without channels and without numbers of requests. */
export const uptimeResponse = z
  .strictObject({
    days: z
      .array(z.int())
      .describe(`Beginnings of the last ${UPTIME_DAYS} days (UTC), Unix seconds, today last.`),
    models: z.array(
      z.strictObject({
        model: z.string(),
        now: percent.describe(
          'Percent of the requests of the last hour that were answered completely, of those that neither the client nor a limit ended; null: there were too few.',
        ),
        uptime: percent.describe('The same for all days.'),
        days: z.array(percent).describe('The same by day.'),
      }),
    ),
  })
  .meta({ id: 'Uptime' });
export type UptimeResponse = z.infer<typeof uptimeResponse>;
