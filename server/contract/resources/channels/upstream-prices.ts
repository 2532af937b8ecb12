import { z } from 'zod';

const usd = z.number().min(0);

/** A price of an upstream that is a gateway of the compatible API, without its group ratio. USD. */
const upstreamPrice = z.strictObject({
  model: z.string(),
  kind: z.enum(['tokens', 'call']),
  input: usd.nullable().describe('Per million tokens, as the next three; null if it is priced per call.'),
  output: usd.nullable(),
  cached: usd.nullable().describe('Null too if the upstream does not state it.'),
  cache_write: usd.nullable(),
  call: usd.nullable(),
});

export const upstreamPricesResponse = z
  .strictObject({
    groups: z
      .record(z.string(), z.number())
      .describe('Group ratios by name, which the prices are multiplied by.'),
    prices: z.array(upstreamPrice),
  })
  .meta({ id: 'UpstreamPrices' });
export type UpstreamPricesResponse = z.infer<typeof upstreamPricesResponse>;
