const WILDCARDS = [
  ['gpt-4-gizmo', 'gpt-4-gizmo-*'],
  ['gpt-4o-gizmo', 'gpt-4o-gizmo-*'],
] as const;

/**
 * The name under which a model is listed in price tables, channels, token limits and logs: the endless custom models
 * of one family share an entry (spec/relay-and-billing.md C3, step 0).
 */
export function normalizeModelName(name: string): string {
  for (const [prefix, entry] of WILDCARDS) if (name.startsWith(prefix)) return entry;
  return name;
}

const BUDGET = /^(gemini-2\.5-(?:flash-lite|flash|pro)).*-thinking-\d+$/;

/** The entry that stands for every thinking budget of a Gemini model; undefined for other names (spec/relay-and-billing.md E1). */
export function thinkingFamily(name: string): string | undefined {
  const family = BUDGET.exec(name)?.[1];
  return family && `${family}-thinking-*`;
}
