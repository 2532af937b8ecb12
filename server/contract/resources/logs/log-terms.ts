import { z } from 'zod';

/* What the details of a log row are made of (`log-details.ts`), for the code that writes and reads them. */

/** Where a price comes from: the operator's tables, the public price list, or none of them, so that a default applied. */
export const priceSource = z.enum(['tables', 'list', 'unset']);
export type PriceSource = z.infer<typeof priceSource>;

/** Parts of a price, by the names of the price list's members: where they come from is stated for each. */
export const listedPart = z.enum(['model_ratio', 'completion_ratio', 'cache_ratio', 'cache_creation_ratio']);
export type ListedPart = z.infer<typeof listedPart>;

/** Who counted the charged tokens of a request: the provider, or the gateway. `none`: no usage is charged. */
export type UsageSource = 'upstream' | 'estimated' | 'none';

/** Whether `prompt_tokens` of a row includes cached tokens (`openai`) or not (`anthropic`). */
export type UsageSemantics = 'openai' | 'anthropic';

/** Why a channel was skipped. `full`: at a limit. `circuit_open`: paused after failures. */
export const skipReason = z.enum(['full', 'circuit_open']);
export type SkipReason = z.infer<typeof skipReason>;

/**
 * Why the first channel was chosen. `drawn`: by priority and weight. `pinned`: requested with the key. `kept_answer`: it has
 * the stored response that the request continues.
 */
export const channelChoice = z.enum(['pinned', 'kept_answer', 'drawn']);
export type ChannelChoice = z.infer<typeof channelChoice>;

/** A model call that the provider made besides the requested one. */
export const loggedStep = z.object({
  kind: z.string(),
  model: z.string().optional(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Quota units. */
  quota: z.int(),
});
export type LoggedStep = z.infer<typeof loggedStep>;

/** What the responses of a realtime session have used so far, together. */
export const loggedSession = z.object({
  id: z.string(),
  responses: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
});
export type LoggedSession = z.infer<typeof loggedSession>;

/** A failed call of a channel. */
export const loggedFailure = z.object({
  status: z.int(),
  code: z.string(),
  /** Network error. */
  detail: z.string().optional(),
  /** Milliseconds until it failed. */
  ms: z.int().nonnegative().optional(),
  /** Milliseconds from the call to its first data; absent where none arrived. */
  first_token_ms: z.int().nonnegative().optional(),
});
export type LoggedFailure = z.infer<typeof loggedFailure>;
