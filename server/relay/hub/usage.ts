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
  for (const key of Object.keys(part) as (keyof Usage)[]) into[key] = part[key] || into[key];
  return into;
}

/** All input classes together: what OpenAI calls prompt tokens. */
export function inputTotal(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

/** Output with reasoning: what every vendor calls output or completion tokens. */
export function outputTotal(usage: Usage): number {
  return usage.output + usage.reasoning;
}
