import { z } from 'zod';

/** Headers that control routing, framing or the connection. An option must not replace them. */
const FIXED_HEADERS = new Set(
  (
    'host connection content-length content-type transfer-encoding upgrade te trailer keep-alive expect ' +
    'proxy-authorization proxy-connection'
  ).split(' '),
);
/** A token (RFC 9110, 5.6.2). */
const headerName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/)
  .refine((name) => !FIXED_HEADERS.has(name.toLowerCase()));
/** Visible ASCII characters, spaces and tabs (RFC 9110, 5.5). */
const headerValue = z
  .string()
  .max(4096)
  .regex(/^[\t\x20-\x7e]*$/);

const ratio = z.number().nonnegative();
const ratios = z.record(z.string(), ratio);
const ratiosByGroup = z.record(z.string(), ratios);

/** Ratios of a model from a number of input tokens on. A missing ratio is the one that applies below that number. */
const tier = z.strictObject({
  /** All input tokens of the request, cached or not. */
  min_input_tokens: z.int().positive(),
  model_ratio: ratio,
  completion_ratio: ratio.optional(),
  cache_ratio: ratio.optional(),
  cache_creation_ratio: ratio.optional(),
});

/** Schemas of options that are JSON. */
export const jsonShapes = {
  /** By name: a ratio or price. */
  ratios,
  /** By group, then by group. */
  groupRatios: ratiosByGroup,
  texts: z.record(z.string(), z.string()),
  names: z.array(z.string().min(1)).refine((all) => new Set(all).size === all.length),
  /** By model, then by header. */
  headers: z.record(z.string(), z.record(headerName, z.array(headerValue))),
  /** By model name. */
  tiers: z.record(z.string(), z.array(tier).max(20)),
  /** By model name or `prefix*`, then by tier name: ratios relative to ordinary service. */
  serviceTiers: z.record(z.string(), ratios),
  /** By model name: a number of tokens. */
  tokens: z.record(z.string(), z.int().positive()),
  /** Each entry has one member: name of a chat client and its URL. */
  chats: z.array(z.record(z.string(), z.string()).refine((chat) => Object.keys(chat).length === 1)),
} as const;

export type JsonShape = keyof typeof jsonShapes;
/** Parsed values by shape. */
export type JsonValues = { readonly [S in JsonShape]: Readonly<z.infer<(typeof jsonShapes)[S]>> };
export type Tier = z.infer<typeof tier>;
