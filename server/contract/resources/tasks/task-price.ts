import { z } from 'zod';
import { taskFactorNames } from '../../task-terms.js';

const option = z.strictObject({
  /** As the provider names it, such as `1080p`, `pro` or `on`. */
  value: z.string(),
  /** Multiple of the price. */
  ratio: z.number(),
  /** The provider's own ratio; null for values that only operators priced. `ratio` differs where operators priced it. */
  default_ratio: z.number().nullable(),
});

const factor = z
  .strictObject({
    name: z.enum(taskFactorNames),
    /** The first one is the provider's default. */
    options: z.array(option),
    /** Other values are accepted, too, at the default price. */
    is_open: z.boolean(),
  })
  .meta({ id: 'TaskFactor' });
export type TaskFactorResponse = z.infer<typeof factor>;

/** How tasks of a model (drawings, songs, videos) are charged: price × seconds × factors × group ratio. */
export const taskPriceResponse = z
  .strictObject({
    family: z.enum(['drawing', 'music', 'video']),
    /** `token`: of those that the provider reports at the end. */
    unit: z.enum(['call', 'second', 'token']),
    /** USD per call, second or million tokens, with default options and without the group ratio; null = not set. */
    usd: z.number().nullable(),
    /** Name of the price in the option ModelPrice. */
    price_name: z.string(),
    /** The built-in price, which a reset restores; null = the model has none. */
    built_in: z.strictObject({ name: z.string(), usd: z.number() }).nullable(),
    /** Durations of a video; null for other tasks. `values` is null where all whole seconds are accepted. */
    seconds: z
      .strictObject({
        default: z.int(),
        min: z.int(),
        max: z.int(),
        values: z.array(z.int()).nullable(),
      })
      .nullable(),
    /** Tokens of a second with default options, before the factors, of models that can be charged by them. */
    tokens_per_second: z.number().nullable(),
    factors: z.array(factor),
    /** Modes of a drawing with a price of their own. */
    modes: z.array(z.strictObject({ mode: z.string(), usd: z.number() })),
    /** What one task costs, with default options and without the group ratio; null without a price. */
    example: z
      .strictObject({
        /** Null where the price does not depend on it. */
        seconds: z.int().nullable(),
        tokens: z.int().nullable(),
        usd: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'TaskPrice' });
export type TaskPriceResponse = z.infer<typeof taskPriceResponse>;

const MAX_SECONDS = 3600;
const MAX_FACTORS = 10;

/** A task whose charge is to be computed at a price that is not saved yet. */
export const taskChargeRequest = z.strictObject({
  /** USD per call or second. */
  usd: z.number().min(0),
  /** Seconds of a price per second; 1 for prices per call. */
  seconds: z.int().min(1).max(MAX_SECONDS),
  ratios: z.array(z.number().min(0)).max(MAX_FACTORS),
  group_ratio: z.number().min(0),
});
export type TaskChargeRequest = z.infer<typeof taskChargeRequest>;

export const taskChargeResponse = z
  .strictObject({
    /** Quota units. */
    quota: z.int(),
    usd: z.number(),
  })
  .meta({ id: 'TaskCharge' });
export type TaskChargeResponse = z.infer<typeof taskChargeResponse>;
