import { z } from 'zod';

/** Result of the last test of a channel. Where several keys were tested, it works if one of them does. */
export const lastChannelTest = z
  .strictObject({
    ok: z.boolean(),
    code: z.string().describe("Error code of the first failure; '' if there was none."),
    message: z
      .string()
      .describe(
        "The first failure: status and message of the upstream, or the network error; '' if there was none. At most 500 characters.",
      ),
    milliseconds: z
      .int()
      .describe(
        'Of the first key that works, else until the first failure. `response_time` is never that of a failure.',
      ),
    at: z.int().describe('Unix seconds.'),
    model: z.string().describe("The tested model, before the channel's mapping. At most 200 characters."),
  })
  .meta({ id: 'LastChannelTest' });
export type LastChannelTest = z.infer<typeof lastChannelTest>;

/** As stored in `channels.last_test`. */
export type StoredChannelTest = LastChannelTest & { readonly format: number };

/** Of `StoredChannelTest` in this release. */
export const CHANNEL_TEST_FORMAT = 1;

const VERDICTS = ['failed', 'ok', 'never'] as const;
export type TestVerdict = (typeof VERDICTS)[number];

/** Query parameter of lists. An absent or empty value does not filter. */
export const testVerdictParameter = z
  .enum(['', ...VERDICTS])
  .optional()
  .transform((verdict) => verdict || undefined)
  .describe('By the last test: failed, ok, or never tested.');
