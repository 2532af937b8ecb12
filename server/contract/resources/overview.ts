import { z } from 'zod';
import { attentionReason } from './channels/channel-health.js';

/** Periods of the overview with the number of their slots, each of which begins with a whole hour. */
export const OVERVIEW_PERIODS = {
  day: { seconds: 86_400, slots: 24 },
  week: { seconds: 604_800, slots: 28 },
  month: { seconds: 2_592_000, slots: 30 },
} as const;
export type OverviewPeriod = keyof typeof OVERVIEW_PERIODS;

/** Rows of each list. */
export const OVERVIEW_ROWS = 5;

const PERIODS = Object.keys(OVERVIEW_PERIODS) as OverviewPeriod[];

export const overviewQuery = z.object({
  period: z
    .enum(['', ...PERIODS])
    .optional()
    .transform((period) => period || 'day')
    .describe('The last 24 hours, 7 days or 30 days up to the end of this hour; `day` if absent.'),
});
export type OverviewQuery = z.infer<typeof overviewQuery>;

/** A figure of the period, and of the one before it. */
const figure = z.strictObject({ now: z.number(), before: z.number() });
/** Null: there were none. */
const optionalFigure = z.strictObject({ now: z.number().nullable(), before: z.number().nullable() });

/** Requests of a part of a period by their result. */
export const resultSlot = z.strictObject({
  /** Beginning, Unix seconds. */
  at: z.int(),
  ok: z.int(),
  rescued: z.int(),
  client_error: z.int(),
  limited: z.int(),
  upstream_error: z.int(),
  cut: z.int(),
  aborted: z.int(),
});

const results = z
  .array(resultSlot)
  .describe('Requests by result, the latest slot last. Slots are hours, 6 hours or 24 hours.');

const mover = z.strictObject({
  model: z.string(),
  quota: z.int().describe('Quota units of the period.'),
  before: z.int().describe('Quota units of the period before.'),
});

/** What administrators see. */
export const overviewResponse = z
  .strictObject({
    from: z.int().describe('Beginning of the period, Unix seconds.'),
    to: z.int().describe('Its end.'),
    figures: z.strictObject({
      requests: figure,
      success: optionalFigure.describe(
        'Part of the requests that were answered completely, 0 to 1, of those that neither the client nor a limit ended.',
      ),
      quota: figure.describe('Quota units charged.'),
      first_token_p50: optionalFigure.describe('Milliseconds, at most 15 % off.'),
      users: figure.describe('Users with charged requests.'),
    }),
    results,
    attention: z
      .array(
        z.strictObject({
          id: z.int(),
          name: z.string(),
          reasons: z.array(attentionReason),
          failing_models: z
            .array(z.string())
            .describe(`Models whose last calls failed, at most ${OVERVIEW_ROWS}.`),
        }),
      )
      .describe('Channels that need attention now, the most urgent first.'),
    attention_total: z.int(),
    unpriced_models: z
      .array(z.string())
      .describe(
        `Models of enabled channels without a price, whose requests are refused, at most ${OVERVIEW_ROWS}.`,
      ),
    unpriced_total: z.int(),
    movers: z.array(mover).describe('Models whose charges changed most.'),
    slow_channels: z.array(
      z.strictObject({ id: z.int(), name: z.string(), first_token_p95: z.int(), answers: z.int() }),
    ),
    failing_models: z.array(z.strictObject({ model: z.string(), requests: z.int(), failed: z.int() })),
    top_users: z.array(
      z.strictObject({ id: z.int(), username: z.string(), requests: z.int(), quota: z.int() }),
    ),
  })
  .meta({ id: 'Overview' });
export type OverviewResponse = z.infer<typeof overviewResponse>;

/** What users see of their own account. */
export const ownOverviewResponse = z
  .strictObject({
    from: z.int(),
    to: z.int(),
    balance: z.int().describe('Quota units.'),
    balance_days: z
      .number()
      .nullable()
      .describe(
        'Days that the balance lasts if the charges of the last 7 days continue; null: there were none.',
      ),
    requests: figure,
    quota: figure,
    spend: z
      .array(z.strictObject({ at: z.int(), quota: z.int(), requests: z.int() }))
      .describe('Charges by slot, as `results` of the overview for administrators.'),
    models: z.array(mover).describe('Models with the highest charges.'),
    failed: z.int().describe('Requests of the period that failed and are in the log.'),
    tokens: z
      .array(z.strictObject({ name: z.string(), requests: z.int(), quota: z.int() }))
      .describe('API tokens with the highest charges.'),
  })
  .meta({ id: 'OwnOverview' });
export type OwnOverviewResponse = z.infer<typeof ownOverviewResponse>;
