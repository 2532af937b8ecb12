import type { PricedParts, TokenClasses } from '../../contract/usage.js';

/** Usage of a request. */
export interface Usage extends TokenClasses {
  /** The provider's name of the service tier (`flex`, `priority`); undefined for ordinary service. */
  serviceTier?: string;
  /** Rare usage classes; undefined when the request has none. */
  more?: UsageMore;
  /** Members of the report that no reader knows; undefined when there are none. They are counted, not charged. */
  unread?: Unread;
}

/** Numbers above 0 of members that a reader of usage does not know, by their place (`server_tool_use.new_requests`). */
export type Unread = Readonly<Record<string, number>>;

/** Rare classes, and calls that are priced on their own. */
export interface UsageMore extends PricedParts {
  /**
   * Additional model calls that the provider made for this response and bills separately; not included in the classes above.
   */
  readonly steps?: readonly UsageStep[];
  /** The model that the provider let write the response in place of the requested one: the classes are billed at its price. */
  readonly servedBy?: string;
  /** The provider stated the total only: `input` contains the output, too (see `divided`). */
  readonly undivided?: true;
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
const ORDINARY: ReadonlySet<unknown> = new Set(['default', 'standard', 'on_demand']);
/** Values that leave the tier to the provider: they say nothing about the one that served the request. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['auto', '']);
const MAX_TIER_LENGTH = 32;

/** The service tier that a response reports; undefined for ordinary service. */
export function serviceTierOf(value: unknown): string | undefined {
  return reportedTier(value) || undefined;
}

/** The service tier of a report that may replace an earlier one: '' for ordinary service, undefined if it names none. */
export function reportedTier(value: unknown): string | undefined {
  if (typeof value !== 'string' || UNKNOWN.has(value)) return undefined;
  return ORDINARY.has(value) ? '' : value.slice(0, MAX_TIER_LENGTH);
}

export function noUsage(): Usage {
  return { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
}

/**
 * Puts a later usage report in the place of earlier ones, class by class: providers repeat cumulative numbers, and gateways
 * open with an estimate of all input in one class and close with the exact classes. What a report names replaces the earlier
 * value, zero included; what it does not name stays. Two groups are replaced together, because their members are parts of
 * one number: cache writes of both lifetimes, and, by any report that names tokens, the tokens in `more`.
 * @param report an empty `serviceTier` stands for ordinary service
 */
export function mergeUsage(into: Usage, report: Partial<Usage>): Usage {
  const { more, serviceTier, unread, ...classes } = report;
  if (unread) into.unread = { ...into.unread, ...unread };
  let namesTokens = false;
  for (const key of Object.keys(classes) as (keyof typeof classes)[]) {
    const tokens = classes[key];
    if (tokens === undefined) continue;
    into[key] = tokens;
    namesTokens = true;
  }
  if (classes.cacheWrite5m !== undefined || classes.cacheWrite1h !== undefined) {
    into.cacheWrite5m = classes.cacheWrite5m ?? 0;
    into.cacheWrite1h = classes.cacheWrite1h ?? 0;
  }
  if (serviceTier) into.serviceTier = serviceTier;
  else if (serviceTier === '') delete into.serviceTier;
  if (more || (into.more && namesTokens)) {
    const remaining = namesTokens ? withoutTokens(into.more) : into.more;
    if (more || remaining) into.more = { ...remaining, ...more };
    else delete into.more;
  }
  return into;
}

/** The usage of a report with what its reader does not know. */
export function withUnread<U extends Partial<Usage>>(usage: U, unread: Unread | undefined): U;
export function withUnread<U extends Partial<Usage>>(
  usage: U | undefined,
  unread: Unread | undefined,
): U | undefined;
export function withUnread<U extends Partial<Usage>>(
  usage: U | undefined,
  unread: Unread | undefined,
): U | undefined {
  return usage && unread ? { ...usage, unread } : usage;
}

function withoutTokens(more: UsageMore | undefined): UsageMore | undefined {
  if (!more) return undefined;
  const {
    audioInput: _1,
    audioCacheRead: _2,
    audioOutput: _3,
    imageInput: _4,
    imageOutput: _5,
    undivided: _6,
    ...rest
  } = more;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** The usage of a provider that stated a total only, whose output is known to be about `output`; others are unchanged. */
export function divided(usage: Usage, output: number): Usage {
  const { undivided, ...more } = usage.more ?? {};
  if (!undivided) return usage;
  const produced = Math.min(output, usage.input);
  const { more: _, ...classes } = usage;
  const rest = Object.keys(more).length > 0 ? { more } : undefined;
  return { ...classes, input: usage.input - produced, output: produced, ...rest };
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
