import { inputTotal, mergeUsage, noUsage, type Usage } from './usage.js';

/** One report of a provider whose input excludes cache reads and writes. What it does not name is undefined. */
export interface UsageReport extends Partial<Usage> {
  /** Cache writes of all lifetimes: the sum of the classes, or all that is known of them. */
  cacheWrite?: number;
}

/** The usage that a single report states. */
export function usageOf(report: UsageReport): Usage {
  return mergeUsage(noUsage(), withLifetimes(undefined, report));
}

/**
 * The usage reports of one response whose input excludes cache reads and writes (Anthropic, Amazon). Reports are cumulative:
 * a later one replaces the earlier ones class by class, but need not be as detailed as they were.
 */
export class UsageReports {
  private reported: Usage | undefined;

  /** @returns what the report states beside the earlier ones, for `mergeUsage` */
  add(report: UsageReport): Partial<Usage> {
    const { reported } = this;
    const usage = withThinking(reported, withLifetimes(reported, report));
    if (reported && omitsInput(reported, usage)) {
      const { input, cacheRead, cacheWrite5m, cacheWrite1h } = reported;
      Object.assign(usage, { input, cacheRead, cacheWrite5m, cacheWrite1h });
    }
    this.reported = mergeUsage(reported ?? noUsage(), usage);
    return usage;
  }
}

/**
 * Divides cache writes into lifetimes. A total alone keeps the lifetimes already known, as far as it covers them
 * (Anthropic's final event has only the total); all other writes count as the cheaper ones of 5 minutes.
 */
function withLifetimes(reported: Usage | undefined, { cacheWrite, ...usage }: UsageReport): Partial<Usage> {
  const { cacheWrite5m, cacheWrite1h } = usage;
  if (cacheWrite === undefined && cacheWrite5m === undefined && cacheWrite1h === undefined) return usage;
  const named = { short: cacheWrite5m ?? 0, long: cacheWrite1h ?? 0 };
  const earlier = { short: reported?.cacheWrite5m ?? 0, long: reported?.cacheWrite1h ?? 0 };
  const { short, long } = named.short + named.long > 0 ? named : earlier;
  const total = cacheWrite ?? named.short + named.long;
  // A sum of the classes that exceeds the total contradicts it if it is an earlier one.
  if (short + long > total && named.short + named.long === 0)
    return { ...usage, cacheWrite5m: total, cacheWrite1h: 0 };
  return { ...usage, cacheWrite5m: Math.max(short, total - long), cacheWrite1h: long };
}

/** Thinking is part of the output: a later total alone keeps the thinking already known. */
function withThinking(reported: Usage | undefined, usage: Partial<Usage>): Partial<Usage> {
  if (!reported || reported.reasoning === 0 || usage.output === undefined || usage.reasoning !== undefined)
    return usage;
  const reasoning = Math.min(reported.reasoning, usage.output);
  return { ...usage, reasoning, output: usage.output - reasoning };
}

/**
 * Whether a later report lacks input that was processed: some gateways close with zeros, or without the cache classes that
 * they opened with, and the input of a response never shrinks. A smaller sum is right where the first report was an estimate
 * of all input in one class and this one has its cache classes, or where it lists the model calls of which it is one.
 */
function omitsInput(reported: Usage, usage: Partial<Usage>): boolean {
  if (usage.more?.steps || usage.more?.servedBy !== undefined) return false;
  const merged = mergeUsage({ ...reported }, usage);
  return inputTotal(merged) < inputTotal(reported) && !(cached(reported) === 0 && cached(merged) > 0);
}

function cached({ cacheRead, cacheWrite5m, cacheWrite1h }: Usage): number {
  return cacheRead + cacheWrite5m + cacheWrite1h;
}
