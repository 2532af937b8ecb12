import { z } from 'zod';

/** What a model costs from so many input tokens on; what is missing stays as below (spec/relay-and-billing.md E11). */
export const tier = z.strictObject({
  /** All input of the request together, cached or not. */
  min_input_tokens: z.int().positive(),
  model_ratio: z.number().nonnegative(),
  completion_ratio: z.number().nonnegative().optional(),
  cache_ratio: z.number().nonnegative().optional(),
  cache_creation_ratio: z.number().nonnegative().optional(),
});
export type Tier = z.infer<typeof tier>;

/** By model name. */
export const tierTable = z.record(z.string(), z.array(tier).max(20));
export type TierTable = Readonly<z.infer<typeof tierTable>>;

/** Prices of the vendor's service tiers relative to ordinary service, by model name or `prefix*`, then by the vendor's word. */
export const serviceTierTable = z.record(z.string(), z.record(z.string(), z.number().nonnegative()));
export type ServiceTierTable = Readonly<z.infer<typeof serviceTierTable>>;
