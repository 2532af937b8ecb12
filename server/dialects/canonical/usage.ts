/** What a request used. Classes are disjoint: their sum is what was processed (design/architecture.md 4). All whole tokens, >= 0. */
export interface Usage {
  /** Input that was neither read from nor written to a cache. */
  input: number;
  cacheRead: number;
  /** Cache writes kept 5 minutes, or of unknown lifetime. */
  cacheWrite5m: number;
  cacheWrite1h: number;
  /** Visible output; reasoning is not in it. */
  output: number;
  reasoning: number;
  /** The vendor's word for how it served the request (`flex`, `priority`); undefined for ordinary service. */
  serviceTier?: string;
  /** What few requests have; undefined when there is nothing of it. */
  more?: UsageMore;
}

/** Classes that are priced on their own. Disjoint from those above, like them from each other. Whole tokens unless said. */
export interface UsageMore {
  /** Neither read from a cache… */
  readonly audioInput?: number;
  /** …nor told apart from text that was read from one. */
  readonly audioCacheRead?: number;
  readonly audioOutput?: number;
  readonly imageInput?: number;
  readonly imageOutput?: number;
  /**
   * How often the price of a call is due: pictures × size × quality. 1 when undefined. Not necessarily whole. Counts for
   * models that are sold by the call, and for the others where no tokens are known.
   */
  readonly calls?: number;
  /** Pictures made. */
  readonly images?: number;
  /** Finished calls of the vendor's own tools, by name (`web_search`). */
  readonly tools?: Readonly<Record<string, number>>;
  /** Calls of models that the provider made on the way to the answer and bills besides; no part of the classes above. */
  readonly steps?: readonly UsageStep[];
}

/** One model call besides the answer's own: a compaction of the conversation, an advisor, a try of another model. */
export interface UsageStep {
  /** The provider's name for its kind, for the log (`compaction`). */
  readonly kind: string;
  /** Undefined: the model that was asked. */
  readonly model?: string;
  readonly usage: Usage;
}

/** Words that vendors have for ordinary service. */
const ORDINARY: ReadonlySet<unknown> = new Set(['default', 'standard', 'auto', 'on_demand', '']);
const MAX_TIER_LENGTH = 32;

/** The service tier an answer names; undefined for ordinary service. */
export function serviceTierOf(told: unknown): string | undefined {
  return typeof told === 'string' && !ORDINARY.has(told) ? told.slice(0, MAX_TIER_LENGTH) : undefined;
}

export function noUsage(): Usage {
  return { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
}

/**
 * Vendors repeat cumulative numbers (Anthropic in message_delta, others in every chunk): the last word of each class
 * counts, and adding would count twice. A zero says nothing: some relays close with zeros for what they told before. The
 * largest would not do: gateways open with an estimate that lumps all input together, and close with the exact classes.
 */
export function mergeUsage(into: Usage, part: Partial<Usage>): Usage {
  const { more, serviceTier, ...classes } = part;
  for (const key of Object.keys(classes) as (keyof typeof classes)[]) into[key] = classes[key] || into[key];
  if (serviceTier !== undefined) into.serviceTier = serviceTier;
  if (more) into.more = { ...into.more, ...more };
  return into;
}

/** All input classes together: what OpenAI calls prompt tokens. */
export function inputTotal(usage: Usage): number {
  const { more } = usage;
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  return more
    ? tokens + (more.audioInput ?? 0) + (more.audioCacheRead ?? 0) + (more.imageInput ?? 0)
    : tokens;
}

/** All that was read from a cache, sound with text: what vendors call cached tokens. */
export function cacheReadTotal({ cacheRead, more }: Usage): number {
  return more ? cacheRead + (more.audioCacheRead ?? 0) : cacheRead;
}

/** Tokens of all steps besides the answer. */
export function stepTokens({ more }: Usage): number {
  return (more?.steps ?? []).reduce((sum, { usage }) => sum + inputTotal(usage) + outputTotal(usage), 0);
}

/** Output with reasoning: what every vendor calls output or completion tokens. */
export function outputTotal(usage: Usage): number {
  const { more } = usage;
  const tokens = usage.output + usage.reasoning;
  return more ? tokens + (more.audioOutput ?? 0) + (more.imageOutput ?? 0) : tokens;
}
