const WILDCARDS = [
  ['gpt-4-gizmo', 'gpt-4-gizmo-*'],
  ['gpt-4o-gizmo', 'gpt-4o-gizmo-*'],
] as const;

/**
 * The name used for a model in price tables, channels, token limits and logs: all custom models of a family share one
 * entry.
 */
export function normalizeModelName(name: string): string {
  for (const [prefix, entry] of WILDCARDS) if (name.startsWith(prefix)) return entry;
  return name;
}

const BUDGET = /^(gemini-2\.5-(?:flash-lite|flash|pro)).*-thinking-\d+$/;

/** The entry shared by all thinking budgets of a Gemini model; undefined for other names. */
export function thinkingFamily(name: string): string | undefined {
  const family = BUDGET.exec(name)?.[1];
  return family && `${family}-thinking-*`;
}
