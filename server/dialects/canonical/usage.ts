/** Usage of a request in tokens (integers >= 0). Classes are disjoint: their sum is the number of tokens processed. */
export interface Usage {
  /** Input that was neither read from nor written to a cache. */
  input: number;
  cacheRead: number;
  /** Cache writes with a lifetime of 5 minutes or an unknown one. */
  cacheWrite5m: number;
  cacheWrite1h: number;
  /** Visible output, without reasoning. */
  output: number;
  reasoning: number;
  /** The provider's name of the service tier (`flex`, `priority`); undefined for ordinary service. */
  serviceTier?: string;
  /** Rare usage classes; undefined when the request has none. */
  more?: UsageMore;
}

/** Classes with prices of their own, disjoint from those above and from each other. Integer tokens unless noted. */
export interface UsageMore {
  /** Audio input that was not read from a cache. */
  readonly audioInput?: number;
  /** Audio input that was read from a cache. Providers that do not report it separately have it in `cacheRead`. */
  readonly audioCacheRead?: number;
  readonly audioOutput?: number;
  readonly imageInput?: number;
  readonly imageOutput?: number;
  /**
   * Multiplier of the price per call: images × size × quality, not necessarily an integer; 1 when undefined. Applies to
   * models priced per call, and to others when no tokens are known.
   */
  readonly calls?: number;
  /** Number of generated images. */
  readonly images?: number;
  /**
   * Unit of the counts; tokens when undefined. Providers that bill characters bill those of the request only: output then
   * costs nothing.
   */
  readonly unit?: 'characters';
  /** Paid options of the provider that the request used (`speakers`): their prices as shares of that of `input`. */
  readonly extras?: Readonly<Record<string, number>>;
  /** Completed calls of the provider's own tools, by name (`web_search`). */
  readonly tools?: Readonly<Record<string, number>>;
  /**
   * Additional model calls that the provider made for this response and bills separately; not included in the classes above.
   */
  readonly steps?: readonly UsageStep[];
}

/** One additional model call: a compaction of the conversation, an advisor, an attempt with another model. */
export interface UsageStep {
  /** The provider's name of its kind, for the log (`compaction`). */
  readonly kind: string;
  /** Undefined: the requested model. */
  readonly model?: string;
  readonly usage: Usage;
}

/** Provider names of ordinary service. */
const ORDINARY: ReadonlySet<unknown> = new Set(['default', 'standard', 'auto', 'on_demand', '']);
const MAX_TIER_LENGTH = 32;

/** The service tier that a response reports; undefined for ordinary service. */
export function serviceTierOf(value: unknown): string | undefined {
  return typeof value === 'string' && !ORDINARY.has(value) ? value.slice(0, MAX_TIER_LENGTH) : undefined;
}

export function noUsage(): Usage {
  return { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
}

/**
 * Merges a usage report into earlier ones. Providers repeat cumulative numbers (Anthropic in message_delta, others in every
 * chunk), so the last value of each class replaces the earlier one. Zeros are ignored, because some upstreams end with zeros
 * for classes they reported before. Taking the maximum would be wrong: other gateways start with an estimate of all input in
 * one class and end with the exact classes.
 */
export function mergeUsage(into: Usage, part: Partial<Usage>): Usage {
  const { more, serviceTier, ...classes } = part;
  for (const key of Object.keys(classes) as (keyof typeof classes)[]) into[key] = classes[key] || into[key];
  if (serviceTier !== undefined) into.serviceTier = serviceTier;
  if (more) into.more = { ...into.more, ...more };
  return into;
}

/** The usage if one image costs `factor` times the price per call; undefined leaves it as it is. */
export function atPriceFactor(usage: Usage, factor: number | undefined): Usage {
  const images = usage.more?.images;
  if (factor === undefined || images === undefined) return usage;
  return { ...usage, more: { ...usage.more, calls: images * factor } };
}

/** What one image of this estimate costs as a multiple of the price per call; undefined if it has no images. */
export function imageFactorOf(estimate: Usage | undefined): number | undefined {
  const { images, calls } = estimate?.more ?? {};
  return images === undefined || calls === undefined ? undefined : calls / images;
}

/** All input classes together: OpenAI's prompt tokens. */
export function inputTotal(usage: Usage): number {
  const { more } = usage;
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  return more
    ? tokens + (more.audioInput ?? 0) + (more.audioCacheRead ?? 0) + (more.imageInput ?? 0)
    : tokens;
}

/** All tokens read from a cache, text and audio: what providers call cached tokens. */
export function cacheReadTotal({ cacheRead, more }: Usage): number {
  return more ? cacheRead + (more.audioCacheRead ?? 0) : cacheRead;
}

/** Tokens of all additional model calls. */
export function stepTokens({ more }: Usage): number {
  return (more?.steps ?? []).reduce((sum, { usage }) => sum + inputTotal(usage) + outputTotal(usage), 0);
}

/** Output including reasoning: what providers call output or completion tokens. */
export function outputTotal(usage: Usage): number {
  const { more } = usage;
  const tokens = usage.output + usage.reasoning;
  return more ? tokens + (more.audioOutput ?? 0) + (more.imageOutput ?? 0) : tokens;
}
